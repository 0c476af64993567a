import type {
  ArtifactRecord,
  CommandRecord,
  Digest,
  HiddenRecord,
  SearchRecord,
} from "../message/digest.ts";
import type { Item } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import type { Part } from "../message/message.ts";
import { mapInSteps, runAtOnce, type Steps } from "../message/steps.ts";
import { truncateMiddle } from "../message/text.ts";
import { artifactOf, artifactsOf } from "./artifacts.ts";
import type { FileOperations } from "./file-operations.ts";
import { searchHits } from "./search-hits.ts";
import type { ToolKinds } from "./tool-kinds.ts";
import { type ToolRun, toolRuns } from "./tool-runs.ts";

export type DigestOptions = {
  /** The kinds of the app's tools. They take precedence over the built-in rules. */
  readonly toolKinds?: ToolKinds | undefined;
  /** Parts that the view shows instead of an item's own, by item id. */
  readonly replacements?: Readonly<Record<string, readonly Part[]>>;
};

/** The size of each list. The oldest entries are removed. */
export const DIGEST_LIMITS: Readonly<Record<keyof Digest, number>> = {
  filesRead: 300,
  filesModified: 300,
  artifacts: 100,
  searches: 60,
  commands: 60,
  hidden: 60,
};

const MAX_TEXT_CHARACTERS = 400;

export function emptyDigest(): Digest {
  return {
    filesRead: [],
    filesModified: [],
    artifacts: [],
    searches: [],
    commands: [],
    hidden: [],
  };
}

/**
 * Extracts facts from tool calls by rules and adds them to an earlier digest.
 *
 * A failed call reads and modifies no files; a call without a result may have. A command failed if its exit code is not 0.
 */
export function digestOf(
  items: readonly Item[],
  previous: Digest | null,
  options: DigestOptions = {},
): Digest {
  return runAtOnce(digestSteps(items, previous, options));
}

export function* digestSteps(
  items: readonly Item[],
  previous: Digest | null,
  options: DigestOptions,
): Steps<Digest> {
  const runs = toolRuns(items, options.toolKinds);
  yield;
  const files = yield* mapInSteps(runs, (run): FileOperations => (run.failed ? {} : run.files));
  const known = items.flatMap((item) => item.digest ?? []);
  return mergeDigests([previous ?? emptyDigest(), ...known].reduce(mergeDigests), {
    filesRead: files.flatMap(({ read = [] }) => read),
    filesModified: files.flatMap(({ modified = [] }) => modified),
    artifacts: (yield* mapInSteps(runs, artifactsOfRun)).flat(),
    searches: (yield* mapInSteps(runs, searchesOfRun)).flat(),
    commands: (yield* mapInSteps(runs, commandsOfRun)).flat(),
    hidden: hiddenAmong(items, options),
  });
}

/** Returns the entries of a digest that an earlier one does not have. */
export function newEntries(digest: Digest, earlier: Digest): Digest {
  const rest = <Name extends keyof Digest>(name: Name): Digest[Name] => {
    const known = new Set(earlier[name].map((entry) => JSON.stringify(entry)));
    return digest[name].filter((entry) => !known.has(JSON.stringify(entry))) as Digest[Name];
  };
  return {
    filesRead: rest("filesRead"),
    filesModified: rest("filesModified"),
    artifacts: rest("artifacts"),
    searches: rest("searches"),
    commands: rest("commands"),
    hidden: rest("hidden"),
  };
}

/** Merges two digests. Each entry is listed once, at its newest position. */
function mergeDigests(before: Digest, now: Digest): Digest {
  const filesModified = newest("filesModified", before, now);
  const modified = new Set(filesModified);
  return {
    filesRead: newest("filesRead", before, now).filter((path) => !modified.has(path)),
    filesModified,
    artifacts: newest("artifacts", before, now, ({ path }) => path),
    searches: newest("searches", before, now, ({ tool, query }) => JSON.stringify([tool, query])),
    commands: newest("commands", before, now, ({ command }) => command),
    hidden: newest("hidden", before, now, ({ id }) => id),
  };
}

function artifactsOfRun(run: ToolRun): readonly ArtifactRecord[] {
  if (run.failed) return [];
  const found = run.result === null ? [] : artifactsOf(run.result);
  if (run.kind !== "artifact" || found.length > 0) return found;
  const named = artifactOf(run.values);
  return named === null ? [] : [named];
}

function searchesOfRun(run: ToolRun): readonly SearchRecord[] {
  if (run.kind !== "search" && run.kind !== "memory") return [];
  const query = truncateMiddle(run.query ?? "", MAX_TEXT_CHARACTERS);
  return [{ tool: run.call.name, query, ...searchHits(run.result) }];
}

function commandsOfRun(run: ToolRun): readonly CommandRecord[] {
  const { command } = run;
  if (run.kind !== "command" || command === undefined) return [];
  const { exitCode, failed, files } = run;
  const written = failed ? [] : (files.modified ?? []);
  return [{ command: truncateMiddle(command, MAX_TEXT_CHARACTERS), exitCode, files: written }];
}

/** A preview of a large result. Its text is in the summary already. */
const PREVIEW = /^\[This result has [\d,]+ characters\. Characters /u;

function hiddenAmong(items: readonly Item[], { replacements }: DigestOptions): HiddenRecord[] {
  return items.flatMap(({ id }) => {
    const parts = replacements && getOwn(replacements, id);
    if (parts === undefined) return [];
    const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return PREVIEW.test(text)
      ? []
      : [{ id, replacement: truncateMiddle(text, MAX_TEXT_CHARACTERS) }];
  });
}

function newest<List extends keyof Digest>(
  list: List,
  before: Digest,
  now: Digest,
  keyOf: (record: Digest[List][number]) => string = String,
): readonly Digest[List][number][] {
  const records = new Map<string, Digest[List][number]>();
  for (const record of [...before[list], ...now[list]]) {
    const key = keyOf(record);
    records.delete(key);
    records.set(key, record);
  }
  return [...records.values()].slice(-DIGEST_LIMITS[list]);
}
