import type {
  ArtifactRecord,
  CommandRecord,
  Digest,
  HiddenRecord,
  SearchRecord,
} from "../message/digest.ts";
import type { Item } from "../message/item.ts";
import type { Part } from "../message/message.ts";
import { truncateMiddle } from "../message/text.ts";
import { artifactOf, artifactsOf } from "./artifacts.ts";
import { type FileOperations, type FileOperationsOf, plainPath } from "./file-operations.ts";
import { searchHits } from "./search-hits.ts";
import type { ToolKinds } from "./tool-kinds.ts";
import { type ToolRun, toolRuns } from "./tool-runs.ts";

export type DigestOptions = {
  /** What the host knows about its tools, before the built-in rules. */
  readonly toolKinds?: ToolKinds;
  /** Files that the host saw an item read or modify, besides what its tool calls tell. */
  readonly fileOperations?: FileOperationsOf;
  /** The parts that the view shows instead of an item's own, by item id. */
  readonly replacements?: Readonly<Record<string, readonly Part[]>>;
};

/** How many of each a digest holds; the oldest go first. */
export const DIGEST_LIMITS: Readonly<Record<keyof Digest, number>> = {
  filesRead: 300,
  filesModified: 300,
  artifacts: 100,
  searches: 60,
  commands: 60,
  hidden: 60,
};

const MAX_TEXT_CHARACTERS = 400;

/** A digest of nothing. */
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
 * What rules can say about some items, added to what was known before and to what items bring along.
 *
 * A call that failed reads and modifies nothing; one without a result may have. A command counts as failed where its
 * exit code is not 0. The beginning of a split turn counts as any other item.
 */
export function digestOf(
  items: readonly Item[],
  previous: Digest | null,
  options: DigestOptions = {},
): Digest {
  const runs = toolRuns(items, options.toolKinds);
  const { modified, read } = filesTouched(items, runs, options);
  const known = items.flatMap((item) => item.digest ?? []);
  return mergeDigests([previous ?? emptyDigest(), ...known].reduce(mergeDigests), {
    filesRead: read,
    filesModified: modified,
    artifacts: runs.flatMap(artifactsOfRun),
    searches: runs.flatMap(searchesOfRun),
    commands: runs.flatMap(commandsOfRun),
    hidden: hiddenAmong(items, options.replacements),
  });
}

/** Two digests as one, each thing once at its newest place. */
function mergeDigests(before: Digest, now: Digest): Digest {
  const filesModified = newest("filesModified", before, now, (path) => path);
  const changed = new Set(filesModified);
  return {
    filesRead: newest("filesRead", before, now, (path) => path).filter(
      (path) => !changed.has(path),
    ),
    filesModified,
    artifacts: newest("artifacts", before, now, ({ path }) => path),
    searches: newest("searches", before, now, searchKey),
    commands: newest("commands", before, now, ({ command }) => command),
    hidden: newest("hidden", before, now, ({ id }) => id),
  };
}

function filesTouched(
  items: readonly Item[],
  runs: readonly ToolRun[],
  options: DigestOptions,
): Required<FileOperations> {
  const read: string[] = [];
  const modified: string[] = [];
  const add = (operations: FileOperations | undefined): void => {
    read.push(...(operations?.read ?? []));
    modified.push(...(operations?.modified ?? []));
  };
  for (const run of runs) if (!run.failed) add(run.files);
  const { fileOperations } = options;
  if (fileOperations !== undefined) {
    for (const item of items) {
      const told = fileOperations(item);
      add({ read: listed(told?.read), modified: listed(told?.modified) });
    }
  }
  return { read, modified };
}

function listed(paths: readonly string[] | undefined): readonly string[] {
  return (paths ?? []).map(plainPath).filter((path) => path !== null);
}

function artifactsOfRun(run: ToolRun): readonly ArtifactRecord[] {
  if (run.failed) return [];
  const told = run.result === null ? [] : artifactsOf(run.result);
  if (run.kind !== "artifact" || told.length > 0) return told;
  const named = artifactOf(run.values);
  return named === null ? [] : [named];
}

function searchesOfRun(run: ToolRun): readonly SearchRecord[] {
  if (run.kind !== "search" && run.kind !== "memory") return [];
  const query = truncateMiddle(run.query ?? "", MAX_TEXT_CHARACTERS);
  return [{ tool: run.call.name, query, ...searchHits(run.result) }];
}

function commandsOfRun(run: ToolRun): readonly CommandRecord[] {
  if (run.kind !== "command") return [];
  const command = run.command;
  if (command === undefined) return [];
  const files = run.failed ? [] : (run.files.modified ?? []);
  return [
    {
      command: truncateMiddle(command, MAX_TEXT_CHARACTERS),
      exitCode: run.exitCode,
      files,
    },
  ];
}

function hiddenAmong(
  items: readonly Item[],
  replacements: DigestOptions["replacements"] = {},
): readonly HiddenRecord[] {
  return items.flatMap(({ id }) => {
    const parts = Object.hasOwn(replacements, id) ? replacements[id] : undefined;
    if (parts === undefined) return [];
    const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return [{ id, replacement: truncateMiddle(text, MAX_TEXT_CHARACTERS) }];
  });
}

function searchKey(record: SearchRecord): string {
  return JSON.stringify([record.tool, record.query]);
}

/** A list of both as one, each thing once at its newest place, no more than the list's limit. */
function newest<List extends keyof Digest>(
  list: List,
  before: Digest,
  now: Digest,
  keyOf: (record: Digest[List][number]) => string,
): readonly Digest[List][number][] {
  const records = new Map<string, Digest[List][number]>();
  for (const record of [...before[list], ...now[list]]) {
    const key = keyOf(record);
    records.delete(key);
    records.set(key, record);
  }
  return [...records.values()].slice(-DIGEST_LIMITS[list]);
}
