/** The content of one error without its causes. */
export type ErrorParts = {
  /** Messages, codes and names. */
  readonly texts: readonly string[];
  /** Fields with numbers, such as `n_ctx 4096`, one text for each object. */
  readonly numbers: readonly string[];
  /** Whether there is nothing but names, statuses and phrases that clients use for an empty body. */
  readonly isEmpty: boolean;
  /** HTTP statuses, the outermost first. */
  readonly statuses: readonly number[];
};

/** Properties of errors that are not enumerable. Other properties are found by their names. */
const HIDDEN = ["message", "name", "status", "body", "error", "response", "data"];
const STATUSES = ["status", "statusCode", "code", "httpStatusCode"];
/** Properties with the request, or without words. */
const SKIPPED =
  /^(?:request|req|config|headers|options|init|input|inputs|prompt|params|requestBody\w*|request_body|url|path|stack|tools|agent|socket|failed_generation|cause|lastError|errors)$/;
const MOST_PROPERTIES = 40;

const CAUSES = ["cause", "lastError", "errors"];

const MAX_ERRORS = 16;
const MAX_VALUES = 64;
const MAX_DEPTH = 8;
const MAX_ITEMS = 8;
const MOST_LINES = 64;
const MAX_TEXTS = 24;
/** Providers put the cause at the start of a text. */
const MAX_CHARACTERS = 20_000;

/** Returns the content of an error, then of each error that caused it. Accepts any value and never throws. */
export function errorsIn(error: unknown): readonly ErrorParts[] {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  const found: ErrorParts[] = [];
  for (let next = 0; next < queue.length && next < MAX_ERRORS; next += 1)
    found.push(readError(queue[next], seen, queue));
  return found;
}

function readError(error: unknown, seen: Set<unknown>, causes: unknown[]): ErrorParts {
  const texts: string[] = [];
  const seenTexts = new Set<string>();
  const statuses: number[] = [];
  const numbers: string[] = [];
  let isEmpty = true;

  const readText = (text: string, key: string, depth: number): void => {
    const start = text.slice(0, MAX_CHARACTERS).trim();
    if (start === "" || texts.length >= MAX_TEXTS || seenTexts.has(start)) return;
    seenTexts.add(start);
    const status = statusOf(start, key);
    if (status !== null) statuses.push(status);
    if (isWording(start, key) && !isEmptyPhrase(start)) isEmpty = false;
    const { rest, values } = withoutJson(start);
    texts.push(rest);
    for (const json of values) read(json, "", depth + 1);
  };
  const read = (value: unknown, key: string, depth: number): void => {
    if (typeof value === "string") readText(value, key, depth);
    else if (typeof value === "number" && STATUSES.includes(key) && isStatus(value))
      statuses.push(value);
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
    if (seen.has(value) || seen.size >= MAX_VALUES) return;
    seen.add(value);
    if (isStream(value)) isEmpty = false;
    for (const item of itemsOf(value)) read(item, "", depth + 1);
    numbers.push(numbersOf(value));
    for (const part of propertiesOf(value)) read(valueAt(value, part), part, depth + 1);
    for (const cause of CAUSES) causes.push(...causesAt(value, cause));
  };

  read(error, "", 0);
  return { texts, numbers, isEmpty, statuses };
}

/** Ids and other single words are not an answer, except in a message. */
function isWording(text: string, key: string): boolean {
  if (key === "name") return false;
  const isNamed = key === "" || /^(?:message|msg|error|detail|reason|type|code)|body$/i.test(key);
  return isNamed || / |[^\0-\x7F]/.test(text);
}

function causesAt(value: object, key: string): readonly unknown[] {
  const cause = valueAt(value, key);
  if (cause === undefined || cause === null) return [];
  const items = itemsOf(cause);
  return items.length > 0 ? items : [cause];
}

/** Whether a value is a stream, whose content is unknown. */
function isStream(value: object): boolean {
  return ["getReader", "pipe"].some((method) => typeof valueAt(value, method) === "function");
}

function numbersOf(value: object): string {
  return propertiesOf(value)
    .map((key) => [key, valueAt(value, key)] as const)
    .filter(([key, field]) => typeof field === "number" && !STATUSES.includes(key))
    .map(([key, field]) => `${key} ${String(field)}`)
    .join(", ");
}

function propertiesOf(value: object): readonly string[] {
  try {
    if (Array.isArray(value)) return [];
    const names = Object.keys(value).filter((name) => !SKIPPED.test(name));
    return [...new Set([...HIDDEN, ...names.slice(0, MOST_PROPERTIES)])];
  } catch {
    return HIDDEN;
  }
}

/** Returns the first items of an array; none for other values. */
function itemsOf(value: unknown): readonly unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
  } catch {
    return [];
  }
}

/** Reads a property; `undefined` if its getter throws. */
function valueAt(value: object, key: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[key];
  } catch {
    return undefined;
  }
}

const STATUS_TEXT =
  /^(?:error:? )?([45]\d\d)\b(?! tokens?\b)|\b(?:http|status|status code|error code|code)[:= (]{1,3}([45]\d\d)\b/i;

/** Returns the HTTP status in a text: in a status property the whole text, otherwise a number that is named as one. */
function statusOf(text: string, key: string): number | null {
  if (STATUSES.includes(key)) return /^[45]\d\d$/.test(text) ? Number(text) : null;
  const [, first, later] = STATUS_TEXT.exec(text) ?? [];
  const status = first ?? later;
  return status === undefined ? null : Number(status);
}

function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 400 && value < 600;
}

const PHRASE = [
  /^(?:error:? )?(?:http )?(?:[45]\d\d)?(?: status code)? ?(?:\(no body\)|bad request|too many requests)?$/i,
  /^(?:api )?(?:request failed with )?(?:status|status code|error code|http)(?: code)?:? [45]\d\d$/i,
  /^ERR_[A-Z_]+$/,
];

/** Whether a text is a phrase that clients use for an empty body. */
function isEmptyPhrase(text: string): boolean {
  if (text.length > 80) return false;
  const plain = text.replaceAll(/\s+/g, " ");
  return PHRASE.some((phrase) => phrase.test(plain));
}

/** Parses the JSON that a text is or ends with, or that of its server-sent events. */
function withoutJson(text: string): { readonly rest: string; readonly values: readonly unknown[] } {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  if (start < 0 || end < start) return { rest: text, values: [] };
  const whole = parse(text.slice(start, end + 1));
  // `[1, 30720]` is a range.
  if (typeof whole === "object" && text.includes('"'))
    return { rest: text.slice(0, start) + text.slice(end + 1), values: [whole] };
  const lines = text.split("\n");
  const values = lines
    .slice(0, MOST_LINES)
    .map((line) => (line.startsWith("data:") ? parse(line.slice("data:".length)) : undefined));
  const rest = lines.filter((_, place) => values[place] === undefined).join("\n");
  return { rest, values: values.filter((value) => value !== undefined) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
