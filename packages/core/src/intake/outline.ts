import { isRecord, parseJson } from "../message/json.ts";

/** The part of a text to outline, and the arguments of the call that returned it. */
export type OutlineOptions = {
  readonly from: number;
  readonly to: number;
  readonly written: string;
};

/** A line of a text, and its position. */
type Line = { readonly text: string; readonly at: number };

/** Longer lines are cut, in characters. */
const MOST_CHARACTERS = 120;

/** Lines that contain a word of the query, at most. */
const MOST_MATCHES = 8;

/**
 * Returns the lines of an outline, most useful first: what the text consists of, the lines that match the query of the call,
 * then its headings, keys, files or repeated lines.
 */
export function outlineOf(text: string, { from, to, written }: OutlineOptions): readonly string[] {
  const middle = linesOf(text, from, to);
  const matches = matchesOf(middle, wordsIn(written));
  const [first = "", ...rest] =
    outlines.map((outline) => outline(text, middle)).find(isFound) ?? [];
  return [first, ...matches, ...rest].map(clip).filter((line) => line !== "");
}

type Outline = (text: string, middle: readonly Line[]) => readonly string[] | null;

function isFound(lines: readonly string[] | null): lines is readonly string[] {
  return lines !== null;
}

const outlines: readonly Outline[] = [
  outlineJson,
  outlineDiff,
  outlineHits,
  outlineTable,
  outlineLog,
  outlineText,
];

function linesOf(text: string, from: number, to: number): readonly Line[] {
  const lines: Line[] = [];
  for (let at = from; at < to;) {
    const end = text.indexOf("\n", at);
    const next = end === -1 ? to : Math.min(end, to);
    lines.push({ text: text.slice(at, next).trimEnd(), at });
    at = next + 1;
  }
  return lines;
}

function clip(line: string): string {
  return line.length <= MOST_CHARACTERS
    ? line
    : `${line.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}

function named({ at, text }: Line): string {
  return `${at}: ${text.trim()}`;
}

// The query

/** Arguments that name what to look for. */
const QUERY_KEY = /quer|pattern|search|regex|term|question|filter|keyword|grep/iu;

function wordsIn(written: string): readonly string[] {
  const values = parseJson(written);
  if (!isRecord(values)) return [];
  const queries = Object.entries(values).flatMap(([key, value]) =>
    QUERY_KEY.test(key) && typeof value === "string" ? [value] : [],
  );
  const words =
    queries
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return [...new Set(words)];
}

/** Returns the lines with most words of a query. If every second line has one, they tell nothing. */
function matchesOf(lines: readonly Line[], words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  const counted = lines.flatMap((line) => {
    const lower = line.text.toLowerCase();
    const count = words.filter((word) => lower.includes(word)).length;
    return count === 0 ? [] : [{ line, count }];
  });
  if (counted.length === 0 || counted.length > lines.length / 2) return [];
  const best = counted.toSorted((left, right) => right.count - left.count).slice(0, MOST_MATCHES);
  const inOrder = best.toSorted((left, right) => left.line.at - right.line.at);
  return [`${counted.length} lines match the query:`, ...inOrder.map(({ line }) => named(line))];
}

// JSON

function outlineJson(text: string): readonly string[] | null {
  if (!/^\s*[[{]/u.test(text)) return null;
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return null;
  return [`JSON: ${shapeOf(value, 1)}`, ...membersOf(value, "")];
}

/** Describes the members of a value, those of nested objects after them. */
function membersOf(value: object, path: string): readonly string[] {
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return isRecord(first) ? [`${path}[0]: ${shapeOf(first, 2)}`] : [];
  }
  const members = Object.entries(value as Record<string, unknown>);
  const nested = members.filter(([, member]) => typeof member === "object" && member !== null);
  return [
    ...members.map(([key, member]) => `${path}.${key}: ${shapeOf(member, 1)}`),
    ...(path === ""
      ? nested.flatMap(([key, member]) => membersOf(member as object, `.${key}`))
      : []),
  ];
}

function shapeOf(value: unknown, depth: number): string {
  if (typeof value === "string")
    return value.length > 40 ? `text of ${value.length} characters` : JSON.stringify(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (!isRecord(value)) return String(value);
  const members = Object.entries(value);
  if (depth === 0) return `object of ${members.length} keys`;
  const shapes = members.map(([key, member]) =>
    depth === 1 ? key : `${key}: ${shapeOf(member, 0)}`,
  );
  return `{ ${shapes.join(", ")} }`;
}

// Diffs

function outlineDiff(text: string, middle: readonly Line[]): readonly string[] | null {
  if (!/^@@ .*@@/mu.test(text)) return null;
  const files: { line: Line; added: number; removed: number }[] = [];
  const total = { added: 0, removed: 0 };
  for (const line of middle) {
    if (line.text.startsWith("+++ ")) files.push({ line, added: 0, removed: 0 });
    else if (/^[+-](?!-- )/u.test(line.text)) {
      const field = line.text.startsWith("+") ? "added" : "removed";
      total[field] += 1;
      const file = files.at(-1);
      if (file !== undefined) file[field] += 1;
    }
  }
  return [
    `A diff: ${files.length} more files, ${total.added} lines added, ${total.removed} removed`,
    ...files.map(
      ({ added, line, removed }) => `${line.at}: ${line.text.slice(4)} +${added} -${removed}`,
    ),
  ];
}

// Results of a search, by file

const HIT = /^([\w./@-]+\.\w+)[:(-]\d+/u;

function outlineHits(_text: string, middle: readonly Line[]): readonly string[] | null {
  const paths = middle.flatMap(({ text }) => HIT.exec(text)?.[1] ?? []);
  if (paths.length < middle.length / 2 || paths.length < 5) return null;
  const counts = countsOf(paths);
  return [
    `${paths.length} hits in ${counts.length} files`,
    ...counts.map(([path, count]) => `${count} in ${path}`),
  ];
}

// Tables

function outlineTable(text: string, middle: readonly Line[]): readonly string[] | null {
  const rows = text.slice(0, 10_000).split("\n").slice(0, 20);
  if (rows.length < 5) return null;
  const separator = ["\t", "|", ",", ";"].find((mark) => {
    const counts = rows.slice(0, -1).map((row) => row.split(mark).length);
    return (counts[0] ?? 0) > 2 && counts.every((count) => count === counts[0]);
  });
  return separator === undefined
    ? null
    : [`A table: ${middle.length} more rows. Its columns: ${rows[0]?.trim()}`];
}

// Logs

const LEVEL = /\b(fatal|error|warn(?:ing)?|info|debug|trace)\b/iu;
const TIME = /^\W*\d{4}-\d\d-\d\d|^\W*\d\d:\d\d:\d\d/u;

function outlineLog(_text: string, middle: readonly Line[]): readonly string[] | null {
  const isEntry = ({ text }: Line): boolean => TIME.test(text) || LEVEL.test(text.slice(0, 60));
  if (middle.length < 10 || middle.filter(isEntry).length < middle.length / 2) return null;
  const levels = middle.flatMap(({ text }) => LEVEL.exec(text)?.[1]?.toLowerCase() ?? []);
  const counts = countsOf(levels).map(([level, count]) => `${count} ${level}`);
  const isFault = ({ text }: Line): boolean => /\b(?:fatal|error)\b/iu.test(text);
  const faults = middle.filter(isFault);
  const shown = faults.length > 4 ? [...faults.slice(0, 2), ...faults.slice(-2)] : faults;
  return [
    `A log: ${middle.length} more lines. ${counts.join(", ")}`,
    ...shown.map(named),
    ...repeatsIn(middle),
  ];
}

/** Returns the lines that differ only in numbers, most frequent first. */
function repeatsIn(lines: readonly Line[]): readonly string[] {
  const shapes = lines.map(({ text }) =>
    text.replaceAll(/(?<![0-9a-f])[0-9a-f]*\d[0-9a-f]*/giu, "#").trim(),
  );
  const repeated = countsOf(shapes.filter((shape) => shape !== "")).filter(
    ([, count]) => count > 2,
  );
  return repeated.slice(0, 6).map(([shape, count]) => `${count} times: ${shape}`);
}

// Text and code

const HEADING =
  /^(?:#{1,4} \S|(?:\d+\.){1,3} \p{Lu}|(?:export |default |async |public |private |static |pub )*(?:class|interface|type|enum|function|def|fn|func|struct|impl|trait|module) \w|[A-Z][\w ]{2,40}:$)/u;

function outlineText(_text: string, middle: readonly Line[]): readonly string[] {
  const headings = middle.filter(({ text }) => HEADING.test(text));
  return [
    `${middle.length} more lines`,
    ...headings.map(named),
    ...(headings.length === 0 ? repeatsIn(middle) : []),
  ];
}

/** Counts equal texts, most frequent first. */
function countsOf(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted((left, right) => right[1] - left[1]);
}
