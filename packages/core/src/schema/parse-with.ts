import type * as z from "zod/mini";
import { CutpointError, invalidInput } from "../message/error.ts";

/** The keys of a path that an error names. */
const MOST_KEYS = 16;

/**
 * A value as it came, once a schema has taken it.
 *
 * @param field what the value is called in the error
 * @param remedy says what would be right where the schema's own words are not enough
 * @throws `invalid-input` naming the field, its value and what would be right
 */
export function parseWith(
  schema: z.ZodMiniType,
  value: unknown,
  field: string,
  remedy: (issue: Issue) => string | null = () => null,
): unknown {
  const result = schema.safeParse(value);
  if (result.success) return value;
  const issue = deepest(result.error.issues[0]);
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys];
  const shown = path.length > MOST_KEYS ? [...path.slice(0, MOST_KEYS), "…"] : path;
  const names = shown.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  throw invalidInput(
    `${field}${names.join("")}`,
    at(value, path),
    remedy(issue) ?? remedyOf(issue),
  );
}

/** What a schema found wrong. */
export type Issue = z.core.$ZodIssue;

/** What is wrong inside the one form of several that a value comes close to. */
function deepest(issue: Issue | undefined): Issue {
  if (issue === undefined)
    throw new CutpointError("invalid-input", "the value is not what it should be");
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.map(([first]) => first).find((first) => (first?.path.length ?? 0) > 0);
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

function remedyOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `it should be ${issue.expected}`;
    case "invalid_value":
      return `it should be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_union":
      return issue.discriminator === undefined
        ? "it should be one of the known forms"
        : `\`${issue.discriminator}\` should be one of the known ones`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "it should not be empty"
        : `it should be ${issue.inclusive === false ? "above" : "at least"} ${issue.minimum}`;
    case "too_big":
      return `it should be ${issue.inclusive === false ? "below" : "at most"} ${issue.maximum}`;
    default:
      return issue.message === "" ? "it is not what it should be" : `it should be ${issue.message}`;
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
