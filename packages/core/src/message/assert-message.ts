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
  assertValid(value, message, field);
}

/** @throws `invalid-input` if a value is not a list of messages; the message names the field */
export function assertMessages(value: unknown, field = "messages"): void {
  assertValid(value, messages, field);
}

/** Where a value is wrong, as `.name` and `[index]`, and the rest of the sentence that says why. */
type Fault = { readonly path: string; readonly problem: string; readonly cause?: unknown };
/** Returns what is wrong with a value. The path is made only then, since most values are valid. */
export type Check = (value: unknown) => Fault | null;
export type Fields = Readonly<Record<string, Check>>;

/** @throws `invalid-input` if a check finds a fault, or if a getter of the value throws */
export function assertValid(value: unknown, check: Check, field: string): void {
  const fault = readable(check, value);
  if (fault === null) return;
  const { cause, path, problem } = fault;
  throw new CutpointError("invalid-input", `${field}${path}${problem}`, { cause });
}

/** Runs a check. Errors of getters become faults. */
function readable(check: Check, value: unknown): Fault | null {
  try {
    return check(value);
  } catch (cause) {
    if (isCutpointError(cause)) throw cause;
    return { path: "", problem: " cannot be read: expected data", cause };
  }
}

export function wrong(value: unknown, expected: string): Fault {
  return { path: "", problem: invalidInput("", value, expected).message };
}

export function within(key: string, fault: Fault): Fault {
  return { ...fault, path: `${key}${fault.path}` };
}

export const text: Check = (value) =>
  typeof value === "string" ? null : wrong(value, "expected a string");
export const name: Check = (value) =>
  typeof value === "string" && value !== "" ? null : wrong(value, "expected a non-empty string");
export const flag: Check = (value) =>
  typeof value === "boolean" ? null : wrong(value, "expected a boolean");
export const count: Check = (value) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0
    ? null
    : wrong(value, "expected a number, 0 or more");

/** Checks a positive number of something, such as tokens. */
export const positive =
  (unit: string): Check =>
  (value) =>
    typeof value === "number" && Number.isFinite(value) && value > 0
      ? null
      : wrong(value, `expected a positive number of ${unit}`);
export const share: Check = (value) =>
  typeof value === "number" && value > 0 && value <= 1
    ? null
    : wrong(value, "expected a share above 0 and at most 1");

const MAX_KEYS = 16;

export const json: Check = (value) => {
  const path = findNonJsonPath(value);
  if (path === null) return null;
  const shown = path.length > MAX_KEYS ? [...path.slice(0, MAX_KEYS), "…"] : path;
  const place = shown.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  return { path: place.join(""), problem: " is not JSON: expected JSON of at most 1,000 levels" };
};
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string) ? null : wrong(value, expectedOneOf(values));
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value);
/** Checks the elements of an array from a place on. */
export const list =
  (check: Check, from = 0): Check =>
  (values) => {
    if (!Array.isArray(values)) return wrong(values, "expected an array");
    for (let place = from; place < values.length; place += 1) {
      const fault = readable(check, values[place]);
      if (fault !== null) return within(`[${place}]`, fault);
    }
    return null;
  };

/** Checks the fields of an object. Other fields are not read. */
export const fields = (known: Fields): Check => {
  const checks = Object.entries(known).map(([key, check]) => ({ key, check }));
  return (value) => {
    if (!isRecord(value)) return wrong(value, "expected an object");
    for (const { key, check } of checks) {
      const fault = check(value[key]);
      if (fault !== null) return within(`.${key}`, fault);
    }
    return null;
  };
};

/** Checks the fields of an object that is written as JSON. */
export const object = (known: Fields): Check => {
  const check = fields(known);
  return (value) => check(value) ?? unwritable(value as Readonly<Record<string, unknown>>, known);
};

/** Checks that JSON can contain the unknown fields of an object, and that nothing replaces the object in it. */
function unwritable(value: Readonly<Record<string, unknown>>, known: Fields): Fault | null {
  const { toJSON } = value;
  if (typeof toJSON === "function") return within(".toJSON", wrong(toJSON, "expected plain data"));
  for (const key in value) {
    const entry = value[key];
    const isNested = typeof entry === "object" || typeof entry === "bigint";
    if (isNested && !Object.hasOwn(known, key) && readable(written, entry) !== null)
      return within(`.${key}`, wrong(entry, "expected a value that JSON can contain"));
  }
  return null;
}

const written: Check = (value) => {
  JSON.stringify(value);
  return null;
};

/** Checks an object by the variant that one of its fields names. */
export function variant(key: string, variants: Readonly<Record<string, Check>>): Check {
  const checks = new Map<unknown, Check>(Object.entries(variants));
  const expected = expectedOneOf([...checks.keys()]);
  return (value) => {
    if (!isRecord(value)) return wrong(value, "expected an object");
    const check = checks.get(value[key]);
    return check === undefined ? within(`.${key}`, wrong(value[key], expected)) : check(value);
  };
}

const PARTS = {
  text: object({ text }),
  reasoning: object({ text, signature: optional(text) }),
  file: object({ mediaType: name, url: name, name: optional(text) }),
  "tool-call": object({ callId: name, name, arguments: text }),
  other: object({ kind: name, value: json }),
};
const { text: textPart, file, other } = PARTS;
export const part: Check = variant("type", PARTS);
const partsOf = (each: Check): Check => {
  const check = list(each);
  const expected = "expected an array of parts, as userMessage() and adapters make it";
  return (value) => (value === undefined ? wrong(value, expected) : check(value));
};
const content = partsOf(variant("type", { text: textPart, file, other }));
const common: Fields = { adapterMetadata: optional(json), group: optional(name) };

export const message: Check = variant("role", {
  system: object({ ...common, parts: partsOf(variant("type", { text: textPart })) }),
  user: object({
    ...common,
    parts: content,
    name: optional(name),
    provenance: oneOf("user", "synthetic", "summary"),
  }),
  assistant: object({
    ...common,
    model: optional(text),
    finishReason: optional(oneOf("stop", "length", "aborted", "error")),
    usage: optional(
      object({
        inputTokens: count,
        outputTokens: count,
        cacheReadTokens: optional(count),
        cacheWriteTokens: optional(count),
      }),
    ),
    parts: partsOf(part),
  }),
  tool: object({
    ...common,
    callId: name,
    name,
    failed: optional(flag),
    parts: content,
  }),
});
const messages = list(message);

function expectedOneOf(values: readonly unknown[]): string {
  return `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}
