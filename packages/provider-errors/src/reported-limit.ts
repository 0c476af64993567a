import type { Token } from "./scan.ts";

/** The unit in which a provider counts a limit. */
export type LimitUnit =
  | "tokens"
  | "characters"
  | "bytes"
  | "images"
  | "files"
  | "pages"
  | "messages";

/** The limit that a provider reported for a request. */
export type ReportedLimit = {
  readonly unit: LimitUnit;
  readonly limit: number;
  /** The size of the request; `null` if it was not reported. */
  readonly asked: number | null;
};

/** A plain text and its tokens. */
export type Reading = { readonly text: string; readonly tokens: readonly Token[] };

export const COUNTS: ReadonlySet<string> = new Set(["messages", "images", "files", "pages"]);

/** How far a number is from the word that names it, and from its unit, in UTF-16 units. */
export const NUMBER_REACH = { word: 48, unit: 16 } as const;

/** The least and largest numbers that can be the limit of a request. */
export const LEAST_TOKENS = 256;
const LARGEST = 1_000_000_000;

/** Of two numbers that differ by less, the smaller one is the limit, whatever the words say. */
const ALIKE = 0.5;

/**
 * Finds the limit and the size of the request among the numbers of a refusal.
 *
 * @param place the token that states the refusal
 */
export function limitOf(reading: Reading, place: number, unit: LimitUnit): ReportedLimit | null {
  const { tokens } = reading;
  const least = COUNTS.has(unit) ? 1 : LEAST_TOKENS;
  const compared = comparedLimit(tokens);
  if (compared !== null && compared.limit >= least) return { unit, ...compared };
  const numbers = tokens.flatMap(({ kind, value }, index) =>
    kind === "number" && value >= least && value < LARGEST && !isOther(reading, index)
      ? [{ value, isLimit: isLimit(reading, index) }]
      : [],
  );
  const rest = numbers.filter((number) => !number.isLimit).map(({ value }) => value);
  const limits = numbers.filter((number) => number.isLimit).map(({ value }) => value);
  const largest = Math.max(0, ...rest);
  const exceeded = limits.filter((limit) => limit < largest);
  if (exceeded.length > 0) return { unit, limit: Math.max(...exceeded), asked: largest };
  const both = [...limits, ...rest].toSorted((one, other) => one - other);
  const [smaller = 0, larger = 0] = both;
  const isUnnamed = limits.length === 0 || rest.length === 0;
  if (both.length === 2 && smaller < larger && (isUnnamed || smaller > larger * ALIKE))
    return { unit, limit: smaller, asked: larger };
  const [named] = limits;
  if (named !== undefined)
    return isCode(reading, named) ? null : { unit, limit: named, asked: null };
  const after = tokens
    .slice(place)
    .find(({ kind, value }) => kind === "number" && value === rest[0]);
  return rest.length === 1 && after !== undefined
    ? { unit, limit: after.value, asked: null }
    : null;
}

/** `178959 + 64000 > 200000` */
function comparedLimit(
  tokens: readonly Token[],
): { readonly limit: number; readonly asked: number } | null {
  for (const [place, { kind }] of tokens.entries()) {
    const next = tokens[place + 1];
    if (kind !== "above" || next?.kind !== "number") continue;
    const asked = sumBefore(tokens, place);
    if (asked > next.value) return { limit: next.value, asked };
  }
  return null;
}

/** Returns the number before a place, with those that are added to it. */
export function sumBefore(tokens: readonly Token[], place: number): number {
  let sum = 0;
  let isJoined = true;
  for (let index = place - 1; index >= 0; index -= 1) {
    const token = tokens[index];
    if (token === undefined || token.kind === "stop") break;
    if (token.kind === "number" && isJoined) {
      sum += token.value;
      isJoined = false;
    } else if (token.kind === "plus") isJoined = true;
  }
  return sum;
}

/** `context window exceeds limit (2013)` is the code of an error. */
function isCode({ text }: Reading, value: number): boolean {
  return value < 4_096 && text.includes(`(${value})`);
}

/** Whether a number is a status, or the excess itself, as in `exceeds the context by 3511 tokens`. */
function isOther({ text, tokens }: Reading, index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  const before = text.slice(Math.max(0, token.start - 12), token.start);
  if (/\b(?:by|um) $/.test(before)) return true;
  if (token.value < 400 || token.value > 599) return false;
  return before.trim() === "" || /(?:code|status|error|http)["']?[:= (]{0,3}$/.test(before);
}

const LIMIT_AFTER =
  /^[- ]?(?:(?:tokens?|bytes?|chars|characters?|images?|files?|pages?|messages?|kb|mb) ?)?(?:are |is )?(?:maximum|max\b|limit|context|window|allowed|supported|上限|以内|まで|이하)/;
const ASKED_AFTER =
  /^[- ]?(?:\p{L}{1,10} ){0,2}(?:requested|given|found|received|sent|provided|used|required|in total)\b/u;
const LIMIT_BEFORE: ReadonlySet<string> = new Set(["most", "bound", "atMost", "context", "excess"]);
const ASKED_BEFORE: ReadonlySet<string> = new Set(["asked", "input", "request"]);

/** Whether a number is named as a limit: by the word after it, or by the nearest word before it. */
function isLimit({ text, tokens }: Reading, index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  const after = text.slice(token.end, token.end + 28);
  if (LIMIT_AFTER.test(after)) return true;
  if (ASKED_AFTER.test(after) || exceedsNext(tokens, index)) return false;
  for (let place = index - 1; place >= 0; place -= 1) {
    const earlier = tokens[place];
    if (earlier === undefined || token.start - earlier.end > NUMBER_REACH.word) break;
    if (LIMIT_BEFORE.has(earlier.kind)) return true;
    if (ASKED_BEFORE.has(earlier.kind)) break;
  }
  return false;
}

/** `上下文长度 1001 超过最大限制 1000`: the number after the relation is the limit. */
function exceedsNext(tokens: readonly Token[], index: number): boolean {
  if (tokens[index + 1]?.kind !== "excess") return false;
  for (const { kind } of tokens.slice(index + 2, index + 8)) {
    if (kind === "asked" || kind === "stop") return false;
    if (kind === "number") return true;
  }
  return false;
}
