import { CutpointError, type Policy, type Summarizer } from "@cutpoint/core";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
import { parsePolicy } from "@cutpoint/core/schema";
import { createCutpoint } from "./cutpoint.ts";
import type { Arm, Method } from "./method.ts";

/**
 * Reads the methods that a module exports.
 *
 * `methods` is a list of {@link Method}. `summarizers` is a list of core's `Summarizer`, each measured with Cutpoint.
 * `policies` is an object of core's `Policy` by name.
 *
 * @param exported the result of `import()`
 * @param path name of the module in errors
 * @throws `invalid-input` if none of the exports exists, or if one is invalid
 */
export function parseMethods(exported: unknown, path: string): readonly Arm[] {
  const { methods, summarizers, policies } = isRecord(exported) ? exported : {};
  const arms = [
    ...list(methods, `${path}: methods`).map((method, index) =>
      methodArm(method, `${path}: methods[${index}]`),
    ),
    ...list(summarizers, `${path}: summarizers`).map((summarizer, index) =>
      summarizerArm(summarizer, `${path}: summarizers[${index}]`),
    ),
    ...policyArms(policies, `${path}: policies`),
  ];
  if (arms.length > 0) return arms;
  throw new CutpointError(
    "invalid-input",
    `${path} exports no methods: add export const methods = [{ name: "mine", compact: async ({ messages, budgetTokens, estimator }) => … }], or summarizers, or policies`,
  );
}

function list(value: unknown, field: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw invalidInput(field, value, "expected an array");
}

function methodArm(value: unknown, field: string): Arm {
  if (isNamed<Method>(value, "compact")) return { ...value, role: "method" };
  throw notNamed(field, "compact");
}

function summarizerArm(value: unknown, field: string): Arm {
  if (isNamed<Summarizer>(value, "summarize"))
    return createCutpoint({ name: value.name, summarizer: value });
  throw notNamed(field, "summarize");
}

function policyArms(value: unknown, field: string): readonly Arm[] {
  if (value === undefined) return [];
  if (!isRecord(value)) throw invalidInput(field, value, "expected an object of policies by name");
  return Object.entries(value).map(([name, policy]): Arm => {
    parsePolicy(policy, `${field}.${name}`);
    return createCutpoint({ name, policy: policy as Policy });
  });
}

function notNamed(field: string, verb: string): CutpointError {
  return new CutpointError(
    "invalid-input",
    `${field} is invalid: expected an object with a name (string) and ${verb} (function)`,
  );
}

function isNamed<Named>(value: unknown, verb: string): value is Named {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    value["name"] !== "" &&
    typeof value[verb] === "function"
  );
}
