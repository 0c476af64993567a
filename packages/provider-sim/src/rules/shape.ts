import type { z } from "zod";
import type { RuleViolation } from "./rule.ts";

type Issue = z.core.$ZodIssue;

/** Returns OpenAI's error for a body with an invalid shape. */
export function openaiShapeViolation(error: z.ZodError, body: unknown): RuleViolation {
  const { issue, path, found } = firstIssue(error, body);
  const param = path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${key}`))
    .join("");
  if (found === undefined)
    return {
      status: 400,
      message: `Missing required parameter: '${param}'.`,
      param,
      code: "missing_required_parameter",
    };
  if (issue.code === "invalid_value" && typeof found === "string") {
    const values = issue.values.map((value) => `'${String(value)}'`);
    const listed = `${values.slice(0, -1).join(", ")}, and ${values.at(-1)}`;
    return {
      status: 400,
      message: `Invalid value: '${found}'. Supported values are: ${listed}.`,
      param,
      code: "invalid_value",
    };
  }
  return {
    status: 400,
    message: `Invalid type for '${param}': expected ${expectedByOpenAI(issue)}, but got ${kindOf(found)} instead.`,
    param,
    code: "invalid_type",
  };
}

/** Returns Anthropic's error for a body with an invalid shape. */
export function anthropicShapeViolation(error: z.ZodError, body: unknown): RuleViolation {
  const { issue, path, found } = firstIssue(error, body);
  const words =
    found === undefined
      ? "Field required"
      : `Input should be a valid ${ANTHROPIC_KINDS[expectedOf(issue)] ?? "list"}`;
  return { status: 400, message: `${path.join(".")}: ${words}` };
}

const ANTHROPIC_KINDS: Readonly<Record<string, string>> = {
  string: "string",
  number: "integer",
  int: "integer",
  boolean: "boolean",
  array: "list",
  object: "dictionary",
};

function firstIssue(
  error: z.ZodError,
  body: unknown,
): { readonly issue: Issue; readonly path: readonly (string | number)[]; readonly found: unknown } {
  const first = error.issues[0];
  if (first === undefined) throw new Error("the zod error has no issue");
  const { issue, keys } = innermost(first, first.path);
  const path = keys.map((key) => (typeof key === "symbol" ? String(key) : key));
  let found: unknown = body;
  for (const key of path) found = (found as Record<string | number, unknown> | null)?.[key];
  return { issue, path, found };
}

/** Returns the most specific issue if several shapes are allowed. */
function innermost(
  issue: Issue,
  keys: readonly PropertyKey[],
): { readonly issue: Issue; readonly keys: readonly PropertyKey[] } {
  const inner =
    issue.code === "invalid_union"
      ? issue.errors.flat().find((each) => each.path.length > 0)
      : undefined;
  return inner === undefined ? { issue, keys } : innermost(inner, [...keys, ...inner.path]);
}

function expectedOf(issue: Issue): string {
  return issue.code === "invalid_type" ? issue.expected : "";
}

function expectedByOpenAI(issue: Issue): string {
  if (issue.code === "invalid_union") return "one of a string or array of objects";
  const expected = expectedOf(issue) || "value";
  return `${/^[aeio]/.test(expected) ? "an" : "a"} ${expected}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a decimal number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
