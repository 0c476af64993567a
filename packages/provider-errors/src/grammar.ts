import {
  COUNTS,
  LEAST_TOKENS,
  limitOf,
  type LimitUnit,
  NUMBER_REACH,
  type Reading,
  type ReportedLimit,
  sumBefore,
} from "./reported-limit.ts";
import { plainText, scan, type Token } from "./scan.ts";
import type { Kind } from "./words.ts";

/** A refusal of a request for its size. */
export type Refusal = {
  readonly unit: LimitUnit;
  readonly limit: ReportedLimit | null;
  /** Whether it only says that there are too many tokens, as rate limits do too. */
  readonly isVague: boolean;
};

const SIZES: ReadonlySet<string> = new Set<Kind>([
  "tokens",
  "context",
  "input",
  "request",
  "messages",
  "images",
  "files",
  "pages",
  "bytes",
  "characters",
]);

/** How far a relation is from its subject and object, in UTF-16 units. */
const REACH = { before: 160, after: 120, many: 60 } as const;

/** Reads what a text says about the size of a request; `null` if it is about something else. Linear in the text. */
export function readRefusal(given: string): Refusal | null {
  const text = plainText(given);
  const tokens = scan(text);
  const reading = { text, tokens };
  let isBlocked = false;
  let found: Found | null = null;
  for (const [place, { kind }] of tokens.entries()) {
    if (!RELATIONS.has(kind)) continue;
    const subject = subjectOf(reading, place);
    if (subject === "other") isBlocked = true;
    else if (subject !== null && (found === null || found.isVague))
      found = { kind: subject, place, isVague: isVague(reading, subject) };
  }
  if (found === null && !isBlocked) found = statedLimit(reading) ?? advice(reading);
  if (found === null) return null;
  const unit = unitOf(reading, found);
  const limit = limitOf(reading, found.place, unit);
  return { unit, limit, isVague: found.isVague && !isMeasured(limit) };
}

type Found = { readonly kind: Kind; readonly place: number; readonly isVague: boolean };

const RELATIONS: ReadonlySet<string> = new Set([
  "excess",
  "reach",
  "many",
  "more",
  "bound",
  "atMost",
]);

/** `too many tokens` alone may be a rate limit. */
function isVague({ text, tokens }: Reading, subject: Kind): boolean {
  if (subject !== "tokens" && subject !== "input" && subject !== "request") return false;
  return !tokens.some(({ kind }) => kind === "context") && !/too long/.test(text);
}

/** Returns the part whose size a relation is about, `other`, or `null` if there is none. */
function subjectOf(reading: Reading, place: number): Kind | null {
  const { tokens } = reading;
  const relation = tokens[place];
  if (relation === undefined) return null;
  const isMany = relation.kind === "many";
  const after = objectOf(tokens, place, isMany ? REACH.many : REACH.after);
  const before = headOf(reading, place);
  if (isMany) {
    const subject = after ?? before;
    return subject === "image" || subject === "request" ? null : subject;
  }
  if (relation.kind === "more") {
    const next = tokens[place + 1]?.kind;
    if (next === "number" && after !== null && COUNTS.has(after)) return after;
    if (next !== "number" && next !== "most" && next !== "context") return null;
  }
  if (relation.kind === "reach" && !hasLimit(tokens, place)) return null;
  if (relation.kind === "bound" || relation.kind === "atMost")
    return boundSubject(reading, place, before ?? after);
  if (before === null) return after === "image" || after === "request" ? null : after;
  if (before === "image") return "other";
  if (before === "request") {
    if (after === "other" || (after !== null && after !== "request")) return after;
    return "bytes";
  }
  const isInNumbers = before === "input" || before === "tokens" || before === "context";
  return isInNumbers && after !== null && countedAfter(tokens, place, after) ? after : before;
}

/** A bound needs a number. */
function boundSubject(reading: Reading, place: number, subject: Kind | null): Kind | null {
  const { tokens } = reading;
  if (subject === "input" && isList(reading, place)) return "messages";
  if (subject === null || subject === "other") return subject;
  if (subject === "image" || subject === "request") return null;
  const numbers = sentenceOf(tokens, place).filter(({ kind }) => kind === "number");
  const least = COUNTS.has(subject) ? 1 : LEAST_TOKENS;
  return numbers.some(({ value }) => value >= least) ? subject : null;
}

/** Whether an object such as `100 pages` is counted by a number before it. */
function countedAfter(tokens: readonly Token[], place: number, kind: Kind): boolean {
  const at = tokens.findIndex((token, index) => index > place && token.kind === kind);
  const isCounted = COUNTS.has(kind) || kind === "characters" || kind === "bytes";
  return isCounted && tokens.slice(place, at).some((token) => token.kind === "number");
}

function hasLimit(tokens: readonly Token[], place: number): boolean {
  return sentenceOf(tokens, place).some(({ kind }) => kind === "most" || kind === "context");
}

function sentenceOf(tokens: readonly Token[], place: number): readonly Token[] {
  const start = tokens.findLastIndex(({ kind }, index) => index < place && kind === "stop") + 1;
  const end = tokens.findIndex(({ kind }, index) => index > place && kind === "stop");
  return tokens.slice(start, end < 0 ? tokens.length : end);
}

const BETWEEN =
  /^['"`)]?(?: (?:length|size|count|number|limit|budget|total))?(?: (?:in|of|for|from|inside|within|on|per)(?: (?:the|your|this|its|our|an?|each|one|single|all))?|的|の)? ?['"`(]?$/;
const JOINED =
  /^(?: (?:length|size|count))?[^\p{L}\d]{0,4}(?:\d{1,9}[^\p{L}\d]{0,4})?(?:\+|and|plus|or|und|et|y|e|и|和|与|と|및|&|,|\/)[^\p{L}]{0,4}(?:the |your )?(?:\d{1,9} )?[`'"]?$/u;

/** `出力トークン`, `разрешение изображения`: a modifier or a head without a preposition. */
const ADJACENT = /^[^\p{Script=Latin}]+$/u;

/** Returns the subject before a relation: the head of its phrase, or one of those joined by `and`. */
function headOf({ text, tokens }: Reading, place: number): Kind | null {
  const relation = tokens[place];
  let head: Token | null = null;
  for (let index = place - 1; index >= 0; index -= 1) {
    const token = tokens[index];
    if (token === undefined || relation === undefined || token.kind === "stop") break;
    if (relation.start - token.end > REACH.before) break;
    if (!isPart(token)) continue;
    if (head === null) {
      head = token;
      continue;
    }
    const between = text.slice(token.end, head.start);
    if (JOINED.test(between)) {
      if (head.kind === "other" || head.kind === "request") head = token;
      continue;
    }
    if (token.kind === "other" && ADJACENT.test(text.slice(token.start, head.start))) {
      head = token;
      continue;
    }
    const isHead = / (?:in|of|for|from|inside|within|on|per)\b|的|の/.test(between);
    if (!BETWEEN.test(between) || !isHead) break;
    head = token;
  }
  return head === null ? null : partOf(head);
}

/** Returns the first part after a relation. */
function objectOf(tokens: readonly Token[], place: number, reach: number): Kind | null {
  const relation = tokens[place];
  for (const [index, token] of tokens.entries()) {
    if (index <= place) continue;
    if (relation === undefined || token.kind === "stop") break;
    if (token.start - relation.end > reach) break;
    const next = tokens[index + 1];
    // `URL images`: the last noun counts.
    const isModifier = next !== undefined && COUNTS.has(next.kind) && next.start - token.end < 2;
    if (isPart(token) && !isModifier) return partOf(token);
  }
  return null;
}

function isPart({ kind }: Token): boolean {
  return SIZES.has(kind) || kind === "other" || kind === "image";
}

function partOf({ kind }: Token): Kind {
  return kind as Kind;
}

/** `At most 5 images may be provided`, `maximum context length is 4096`, `213462 tokens > 200000`, `limit 10, got 12`. */
function statedLimit(reading: Reading): Found | null {
  const { tokens } = reading;
  for (const [place, token] of tokens.entries()) {
    if (token.kind === "above" && tokens[place + 1]?.kind === "number") {
      const kind = headOf(reading, place) ?? anySize(tokens);
      if (kind === "other" || kind === "image") return null;
      const isMore = sumBefore(tokens, place) > (tokens[place + 1]?.value ?? 0);
      if (kind !== null && isMore) return { kind, place, isVague: false };
    }
    if (token.kind !== "most") continue;
    const kind = boundedBy(reading, place);
    if (kind !== null) return { kind, place, isVague: false };
  }
  return numbersApart(reading);
}

/** A limit in words beside its part and its number. */
function boundedBy(reading: Reading, place: number): Kind | null {
  const { tokens } = reading;
  const sentence = sentenceOf(tokens, place);
  const most = tokens[place];
  if (most === undefined || sentence.some(({ kind }) => kind === "other")) return null;
  const near = sentence.filter(
    (token) =>
      token.start - most.end < NUMBER_REACH.word && most.start - token.end < NUMBER_REACH.word,
  );
  if (!near.some(({ kind }) => kind === "number")) return null;
  const part = near.find(({ kind }) => kind === "context" || COUNTS.has(kind));
  if (part !== undefined) return partOf(part);
  const isInput = sentence.some(({ kind }) => kind === "input");
  return isInput && isList(reading, place) ? "messages" : null;
}

/** Validators count the messages of a list as items. */
function isList({ text, tokens }: Reading, place: number): boolean {
  const start = tokens[place]?.start ?? 0;
  return /\b(?:items|entries)\b/.test(text.slice(start, start + NUMBER_REACH.word));
}

/** A limit and a larger number that was asked for, if all is about one part. */
function numbersApart(reading: Reading): Found | null {
  const { tokens } = reading;
  const kind = anySize(tokens);
  if (kind === null || tokens.some((token) => token.kind === "other")) return null;
  const place = tokens.findIndex((token) => token.kind === "most" || token.kind === "context");
  if (place < 0) return null;
  const limit = limitOf(reading, place, "characters");
  return isMeasured(limit) ? { kind, place, isVague: false } : null;
}

function isMeasured(limit: ReportedLimit | null): boolean {
  return limit !== null && limit.asked !== null;
}

function hasBytes(tokens: readonly Token[]): boolean {
  return tokens.some(({ isBytes }) => isBytes);
}

function anySize(tokens: readonly Token[]): Kind | null {
  const first = (kinds: ReadonlySet<string>): Kind | null =>
    (tokens.find(({ kind }) => kinds.has(kind) && kind !== "request")?.kind as Kind) ?? null;
  const isSized = hasBytes(tokens) && tokens.some(({ kind }) => kind === "request");
  return first(COUNTS) ?? first(SIZES) ?? (isSized ? "bytes" : null);
}

/** `Please shorten the conversation`, with a word about its size. */
function advice({ text, tokens }: Reading): Found | null {
  for (const [place, { kind }] of tokens.entries()) {
    if (kind !== "shorten") continue;
    const after = objectOf(tokens, place, REACH.many);
    if (after !== "input" && after !== "messages") continue;
    const isAboutSize = tokens.some((token) =>
      ["context", "tokens", "most", "number"].includes(token.kind),
    );
    if (isAboutSize || /\b(?:length|size|longueur|tamaño|länge)\b/.test(text))
      return { kind: after, place, isVague: false };
  }
  return null;
}

const UNITS: Readonly<Record<string, LimitUnit>> = {
  characters: "characters",
  bytes: "bytes",
  images: "images",
  files: "files",
  pages: "pages",
  messages: "messages",
};

function unitOf({ text, tokens }: Reading, { kind, place }: Found): LimitUnit {
  if (kind === "images" || kind === "files" || kind === "pages") {
    const kinds = new Set(sentenceOf(tokens, place).map((token) => token.kind));
    const isMixed = ["images", "files", "pages"].filter((one) => kinds.has(one as Kind)).length > 1;
    return isMixed && !(kind === "pages" && !kinds.has("images")) ? "files" : kind;
  }
  const isArray = kind === "input" && /\barray\b|\bitems\b/.test(text);
  if (isArray) return "messages";
  const counted = tokens.find(
    (token, index) =>
      (UNITS[token.kind] !== undefined || token.kind === "tokens") &&
      tokens[index - 1]?.kind === "number" &&
      token.start - (tokens[index - 1]?.end ?? 0) < NUMBER_REACH.unit,
  );
  if (/\bstring\b/.test(text)) return "characters";
  if (counted !== undefined) return UNITS[counted.kind] ?? "tokens";
  return UNITS[kind] ?? (hasBytes(tokens) ? "bytes" : "tokens");
}
