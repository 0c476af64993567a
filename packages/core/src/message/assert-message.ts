import { CutpointError, invalidInput } from "./error.ts";
import { findNonJsonPath, isRecord } from "./json.ts";
import type { Message } from "./message.ts";

/**
 * Checks that a value is a message. Unknown fields are allowed.
 *
 * @param field the name of the value in the error
 * @throws `invalid-input` if it is not; the message names the field
 */
export function assertMessage(value: unknown, field = "message"): asserts value is Message {
  const message = assertRecord(value, field);
  const check = ROLES.get(message["role"]);
  if (check === undefined)
    throw invalidInput(`${field}.role`, message["role"], expectedOneOf([...ROLES.keys()]));
  for (const [name, isAllowed] of Object.entries({ ...METADATA, ...check.fields }))
    isAllowed(message[name], `${field}.${name}`);
  const { parts } = message;
  if (!Array.isArray(parts)) throw invalidInput(`${field}.parts`, parts, "expected an array");
  for (const [index, part] of parts.entries())
    assertPart(part, `${field}.parts[${index}]`, check.parts);
}

type Check = (value: unknown, field: string) => void;
type Fields = Readonly<Record<string, Check>>;

const text: Check = (value, field) => {
  if (typeof value !== "string") throw invalidInput(field, value, "expected a string");
};
const name: Check = (value, field) => {
  if (typeof value !== "string" || value === "")
    throw invalidInput(field, value, "expected a non-empty string");
};
const flag: Check = (value, field) => {
  if (typeof value !== "boolean") throw invalidInput(field, value, "expected a boolean");
};
const count: Check = (value, field) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
    throw invalidInput(field, value, "expected a number, 0 or more");
};
const json: Check = (value, field) => {
  const path = findNonJsonPath(value);
  if (path === null) return;
  const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  throw new CutpointError(
    "invalid-input",
    `${field}${place.join("")} is not JSON: expected JSON of at most 1,000 levels`,
  );
};
const oneOf =
  (...values: readonly string[]): Check =>
  (value, field) => {
    if (!values.includes(value as string)) throw invalidInput(field, value, expectedOneOf(values));
  };
const optional =
  (check: Check): Check =>
  (value, field) => {
    if (value !== undefined) check(value, field);
  };
const usage: Check = (value, field) => {
  const fields = assertRecord(value, field);
  for (const [key, check] of Object.entries(USAGE)) check(fields[key], `${field}.${key}`);
};

const USAGE: Fields = {
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: optional(count),
  cacheWriteTokens: optional(count),
};

const METADATA: Fields = { adapterMetadata: optional(json), group: optional(name) };

const PARTS: ReadonlyMap<unknown, Fields> = new Map([
  ["text", { text }],
  ["reasoning", { text, signature: optional(text) }],
  ["file", { mediaType: name, url: name, name: optional(text) }],
  ["tool-call", { callId: name, name, arguments: text }],
  ["other", { kind: name, value: json }],
]);

type Role = { readonly fields: Fields; readonly parts: readonly string[] };

const CONTENT = ["text", "file", "other"];

const ROLES: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ["system", { fields: {}, parts: ["text"] }],
  ["user", { fields: { provenance: oneOf("user", "synthetic", "summary") }, parts: CONTENT }],
  [
    "assistant",
    {
      fields: {
        model: optional(text),
        finishReason: optional(oneOf("stop", "length", "aborted", "error")),
        usage: optional(usage),
      },
      parts: ["text", "reasoning", "file", "tool-call", "other"],
    },
  ],
  [
    "tool",
    {
      fields: { callId: name, name, failed: optional(flag), useless: optional(flag) },
      parts: CONTENT,
    },
  ],
]);

function assertPart(value: unknown, field: string, allowed: readonly string[]): void {
  const part = assertRecord(value, field);
  const { type } = part;
  const fields = PARTS.get(type);
  if (fields === undefined || !allowed.includes(type as string))
    oneOf(...allowed)(type, `${field}.type`);
  for (const [key, check] of Object.entries(fields ?? {})) check(part[key], `${field}.${key}`);
}

function assertRecord(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw invalidInput(field, value, "expected an object");
  return value;
}

function expectedOneOf(values: readonly unknown[]): string {
  return `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}
