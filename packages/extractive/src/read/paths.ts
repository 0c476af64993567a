import { type Item, textOf } from "@cutpoint/core";
import { mapInSteps, type Steps, type ToolRun } from "@cutpoint/core/kit";

/** Makes the paths in a text relative to a directory. */
export type Shorten = (text: string) => string;

export type BaseInput = { readonly items: readonly Item[]; readonly runs: readonly ToolRun[] };

const NAME = "[\\p{L}\\p{N}_@.+-]+";
const START = "(?<![\\p{L}\\p{N}_.~/\\\\:-])";
/** An absolute path with at least one directory, as in `/a/b`, `C:\a\b`, `C:\\a\\b` or `C:/a/b`. */
const ABSOLUTE = new RegExp(
  `${START}(?:/(?:${NAME}/)+|[A-Za-z]:(?:\\\\{1,2}|/)(?:${NAME}(?:\\\\{1,2}|/))+)(?:${NAME})?`,
  "gu",
);
/**
 * A relative path to a file, or to the directory before a pattern: `src/a.ts`, `src/api/*.ts`. It starts after no character
 * of a name, so that no name is read twice.
 */
const RELATIVE = new RegExp(
  `(?<![@+])${START}(?:${NAME}[\\\\/])+(?:${NAME}\\.\\w{1,8}(?![\\w/\\\\]))?`,
  "gu",
);
/** Each path has one. */
const SEPARATOR = /[\\/]/u;
/** Arguments of calls that name their working directory. */
const DIRECTORY = /^(?:workdir|cwd|work(?:ing)?_?dir(?:ectory)?)$/iu;
const MOST_PATHS = 4_000;
const MOST_CHARACTERS = 4_000;
const LEAST_PATHS = 4;
/** Fewer relative paths can match an absolute path by chance. */
const LEAST_MATCHES = 2;

/**
 * Returns the directory that paths are written relative to, without a separator at its end: the working directory that
 * calls name, or the one that relative and absolute paths of the same files show, or else the directory of at least two
 * names that saves most characters in arguments of calls. Returns `null` without paths to shorten. O(n) in the items.
 */
export function* baseDirectory(input: BaseInput): Steps<string | null> {
  const absolute = yield* pathsIn(input, ABSOLUTE);
  if (absolute.length < LEAST_PATHS) return null;
  const base =
    mostFrequent(input.runs.flatMap(({ values }) => workingDirectories(values))) ??
    matchedDirectory(absolute, yield* pathsIn(input, RELATIVE)) ??
    commonDirectory(yield* pathsIn({ items: [], runs: input.runs }, ABSOLUTE));
  return base === null ? null : asWritten(base);
}

/** Returns a function that writes paths inside `base` relative to it. Other text does not change. */
export function relativeTo(base: string | null): Shorten {
  if (base === null) return (text) => text;
  const names = normalized(base).split("/");
  const isWindows = names[0]?.endsWith(":") === true;
  const separator = isWindows ? "(?:\\\\{1,2}|/)" : "/";
  const [drive = "", ...directories] = names.map(escaped);
  const start = isWindows ? `(?:${drive}|/${drive.charAt(0)})` : "";
  const inside = new RegExp(
    `${START}${[start, ...directories].join(separator)}${separator}(?=[\\p{L}\\p{N}_@.*([{$+])`,
    isWindows ? "giu" : "gu",
  );
  return (text) => text.replace(inside, "");
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
}

const BASE_LINE = /^Paths are relative to (.+)\.$/u;

/** Returns the line of a summary that names the base directory. */
export function baseLine(base: string): string {
  return `Paths are relative to ${base}.`;
}

/** Returns the directory that a line of {@link baseLine} names, or `null`. */
export function baseOfLine(line: string): string | null {
  return BASE_LINE.exec(line)?.[1] ?? null;
}

/** Writes separators as `/`, without one at the end. */
function normalized(path: string): string {
  const plain = path.replace(/[\\/]+/gu, "/").replace(/(?<=.)\/$/u, "");
  return /^[a-z]:/u.test(plain) ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
}

function asWritten(base: string): string {
  return base.charAt(1) === ":" ? base.replaceAll("/", "\\") : base;
}

/** Returns the paths in the texts of messages and in the arguments of calls. */
function* pathsIn({ items, runs }: BaseInput, form: RegExp): Steps<readonly string[]> {
  const paths: string[] = [];
  const read = (text: unknown): void => {
    if (typeof text !== "string" || paths.length > MOST_PATHS) return;
    const start = text.slice(0, MOST_CHARACTERS);
    if (!SEPARATOR.test(start)) return;
    for (const [path] of start.matchAll(form)) paths.push(normalized(path));
  };
  yield* mapInSteps(items, ({ message }) => read(textOf(message)));
  yield* mapInSteps(runs, ({ values }) => Object.values(values).forEach(read));
  return paths;
}

/** Returns the working directories that the arguments of a call name. */
export function workingDirectories(values: ToolRun["values"]): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isNamed = DIRECTORY.test(name) && typeof value === "string";
    return isNamed && /^(?:\/|[A-Za-z]:)./u.test(value) ? [normalized(value)] : [];
  });
}

/** Returns the directory whose relative paths most often occur as absolute paths too. */
function matchedDirectory(absolute: readonly string[], relative: readonly string[]): string | null {
  const all = absolute.flatMap((path) => [path, ...directoriesOf(path)]);
  const byName = Map.groupBy(new Set(all), nameOf);
  const names = new Set(relative.map((path) => path.replace(/^\.\//u, "")));
  const matches = [...names].flatMap((path) =>
    (path.includes("/") ? (byName.get(nameOf(path)) ?? []) : [])
      .filter((full) => full.endsWith(`/${path}`))
      .map((full) => full.slice(0, -path.length - 1)),
  );
  return mostFrequent(matches, LEAST_MATCHES);
}

/** Returns the directories above a path, the outermost first. */
function directoriesOf(path: string): readonly string[] {
  const directories: string[] = [];
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1))
    directories.push(path.slice(0, end));
  return directories;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function commonDirectory(absolute: readonly string[]): string | null {
  let best: string | null = null;
  let most = 0;
  for (const [directory, own] of Map.groupBy(absolute.flatMap(directoriesOf), (above) => above)) {
    const saved = own.length * directory.length;
    const isShort = directory.split("/").length <= 2;
    if (own.length < LEAST_PATHS || isShort || saved <= most) continue;
    best = directory;
    most = saved;
  }
  return best;
}

/** Returns the first of the most frequent values, or `null` if it occurs fewer than `least` times. */
function mostFrequent(values: readonly string[], least = 1): string | null {
  const groups = [...Map.groupBy(values, (value) => value)];
  const [best] = groups.sort(([, left], [, right]) => right.length - left.length);
  return best === undefined || best[1].length < least ? null : best[0];
}
