import { CutpointError } from "@cutpoint/core";
import type { Arm, Method } from "./method.ts";

/**
 * The methods that a module exports: `export const methods = [{ name, compact }]`.
 *
 * @param exported the module, as `import()` gives it
 * @param path what it is called in the error
 * @throws `invalid-input` where it exports none, or something else
 */
export function parseMethods(exported: unknown, path: string): readonly Arm[] {
  const methods = isRecord(exported) ? exported["methods"] : undefined;
  if (!Array.isArray(methods) || methods.length === 0)
    throw new CutpointError(
      "invalid-input",
      `${path} exports no methods: it should export const methods = [{ name: "mine", compact: async ({ messages, budgetTokens, estimator }) => … }]`,
    );
  return methods.map((method: unknown, index) => {
    if (isMethod(method)) return { ...method, role: "method" };
    throw new CutpointError(
      "invalid-input",
      `${path}: methods[${index}] should be an object with a name, which is a text, and compact, which is a function`,
    );
  });
}

function isMethod(value: unknown): value is Method {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    value["name"] !== "" &&
    typeof value["compact"] === "function"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
