import type * as z from "zod/mini";
import { CutpointError, invalidInput } from "../message/error.ts";

/** The length limit of a path in an error. */
const MAX_KEYS = 16;

/**
 * Returns a value unchanged after checking it.
 *
 * @param field the name of the value in the error
 * @param expectedBy returns the expectation for the error if the schema's own message is not clear
 * @throws `invalid-input` if the schema rejects it; the error names the field
 */
export function parseWith(
  schema: z.ZodMiniType,
  value: unknown,
  field: string,
  expectedBy: (issue: Issue) => string | null = () => null,
): unknown {
  const result = schema.safeParse(value);
  if (result.success) return value;
  const issue = deepest(result.error.issues[0]);
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys];
  const shown = path.length > MAX_KEYS ? [...path.slice(0, MAX_KEYS), "…"] : path;
  const names = shown.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  throw invalidInput(
    `${field}${names.join("")}`,
    valueAt(value, path),
    expectedBy(issue) ?? expectationOf(issue),
  );
}

export type Issue = z.core.$ZodIssue;

/** Returns the issue inside the variant of a union that the value resembles. */
function deepest(issue: Issue | undefined): Issue {
  if (issue === undefined) throw new CutpointError("invalid-input", "the value is not valid");
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.map(([first]) => first).find((first) => (first?.path.length ?? 0) > 0);
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

function expectationOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_union":
      return `expected a known ${issue.discriminator ?? "form"}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "expected a non-empty value"
        : `expected ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
    case "too_big":
      return `expected ${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}`;
    default:
      return issue.message === "" ? "expected another value" : `expected ${issue.message}`;
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
