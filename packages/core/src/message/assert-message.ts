import { CutpointError, invalidInput, isCutpointError } from "./error.ts";
import { findNonJsonPath, isRecord } from "./json.ts";
import type { Message } from "./message.ts";

/**
 * Checks that a value is a message. Unknown fields are allowed if they can be written as JSON.
 *
 * @param field the name of the value in the error
 * @throws `invalid-input` if it is not; the message names the field
 */
export function assertMessage(value: unknown, field = "message"): asserts value is Message {
  readable(field, () => {
    const { role } = assertRecord(value, field);
    const fields = ROLES.get(role);
    if (fields === undefined)
      throw invalidInput(`${field}.role`, role, expectedOneOf([...ROLES.keys()]));
    object(fields)(value, field);
  });
}

/** @throws `invalid-input` if a value is not a list of messages; the message names the field */
export function assertMessages(value: unknown, field = "messages"): void {
  readable(field, () => list(assertMessage)(value, field));
}

/** Runs a check. Errors of getters become `invalid-input`. */
export function readable(field: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    if (isCutpointError(cause)) throw cause;
    throw new CutpointError("invalid-input", `${field} cannot be read: expected data`, { cause });
  }
}

export type Check = (value: unknown, field: string) => void;
export type Fields = Readonly<Record<string, Check>>;

/** Checks the fields of an object. Other fields are not read. */
export function assertFields(value: unknown, fields: Fields, field: string): void {
  const record = assertRecord(value, field);
  for (const key in fields) fields[key]?.(record[key], `${field}.${key}`);
}

export const text: Check = (value, field) => {
  if (typeof value !== "string") throw invalidInput(field, value, "expected a string");
};
export const name: Check = (value, field) => {
  if (typeof value !== "string" || value === "")
    throw invalidInput(field, value, "expected a non-empty string");
};
export const flag: Check = (value, field) => {
  if (typeof value !== "boolean") throw invalidInput(field, value, "expected a boolean");
};
export const count: Check = (value, field) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
    throw invalidInput(field, value, "expected a number, 0 or more");
};
/** The length limit of a path in an error. */
const MAX_KEYS = 16;

const json: Check = (value, field) => {
  const path = findNonJsonPath(value);
  if (path === null) return;
  const shown = path.length > MAX_KEYS ? [...path.slice(0, MAX_KEYS), "…"] : path;
  const place = shown.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
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
export const optional =
  (check: Check): Check =>
  (value, field) => {
    if (value !== undefined) check(value, field);
  };
export const list =
  (check: Check): Check =>
  (value, field) => {
    if (!Array.isArray(value)) throw invalidInput(field, value, "expected an array");
    for (const [index, element] of value.entries()) check(element, `${field}[${index}]`);
  };
/** Checks the fields of an object that is written as JSON. */
export const object =
  (fields: Fields): Check =>
  (value, field) => {
    assertFields(value, fields, field);
    assertWritable(value as object, fields, field);
  };

const usage = object({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: optional(count),
  cacheWriteTokens: optional(count),
});

const METADATA: Fields = { adapterMetadata: optional(json), group: optional(name) };

const PARTS: ReadonlyMap<unknown, Fields> = new Map([
  ["text", { text }],
  ["reasoning", { text, signature: optional(text) }],
  ["file", { mediaType: name, url: name, name: optional(text) }],
  ["tool-call", { callId: name, name, arguments: text }],
  ["other", { kind: name, value: json }],
]);

const parts = (...types: readonly string[]): Check =>
  list((value, field) => assertPart(value, field, types));
const content = parts("text", "file", "other");

const ROLES: ReadonlyMap<unknown, Fields> = new Map<unknown, Fields>([
  ["system", { ...METADATA, parts: parts("text") }],
  ["user", { ...METADATA, provenance: oneOf("user", "synthetic", "summary"), parts: content }],
  [
    "assistant",
    {
      ...METADATA,
      model: optional(text),
      finishReason: optional(oneOf("stop", "length", "aborted", "error")),
      usage: optional(usage),
      parts: parts("text", "reasoning", "file", "tool-call", "other"),
    },
  ],
  [
    "tool",
    {
      ...METADATA,
      callId: name,
      name,
      failed: optional(flag),
      useless: optional(flag),
      parts: content,
    },
  ],
]);

function assertPart(value: unknown, field: string, allowed: readonly string[]): void {
  const { type } = assertRecord(value, field);
  if (!allowed.includes(type as string))
    throw invalidInput(`${field}.type`, type, expectedOneOf(allowed));
  object(PARTS.get(type) ?? {})(value, field);
}

/** Checks that JSON can contain the unknown fields of an object, and that nothing replaces the object in it. */
function assertWritable(value: object, known: Fields, field: string): void {
  const method: unknown = Reflect.get(value, "toJSON");
  if (typeof method === "function")
    throw invalidInput(`${field}.toJSON`, method, "expected plain data");
  for (const [key, entry] of Object.entries(value) as readonly (readonly [string, unknown])[])
    if (!Object.hasOwn(known, key) && !isWritable(entry))
      throw invalidInput(`${field}.${key}`, entry, "expected a value that JSON can contain");
}

function isWritable(value: unknown): boolean {
  if (typeof value !== "object" && typeof value !== "bigint") return true;
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

export function assertRecord(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw invalidInput(field, value, "expected an object");
  return value;
}

function expectedOneOf(values: readonly unknown[]): string {
  return `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}
