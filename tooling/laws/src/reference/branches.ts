import type { Digest, Part } from "@cutpoint/core";
import type { Branch, Entry } from "@cutpoint/session";

/** Entries that a navigation abandons, computed from two whole paths. */
export type ExpectedAbandoned = {
  readonly ancestorId: string | null;
  readonly ids: readonly string[];
};

/** Ids from the first entry to one. */
function idsTo(entries: readonly Entry[], id: string | null): readonly string[] {
  const entry = entries.find((each) => each.id === id);
  return entry === undefined ? [] : [...idsTo(entries, entry.parentId), entry.id];
}

export function expectedAbandoned(
  entries: readonly Entry[],
  from: string | null,
  to: string | null,
): ExpectedAbandoned {
  const left = idsTo(entries, from);
  const right = idsTo(entries, to);
  const common = left.filter((id, place) => right[place] === id);
  return { ancestorId: common.at(-1) ?? null, ids: left.slice(common.length) };
}

/** Returns the text of an entry on an abandoned branch, or an empty string. */
function textOfEntry(entry: Entry, branch: readonly Entry[]): string {
  const hidden = branch
    .flatMap((other) => (other.type === "hide" ? [other.replacements[entry.id]] : []))
    .findLast((parts) => parts !== undefined);
  const textOfParts = (parts: readonly Part[]): string =>
    parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  switch (entry.type) {
    case "message":
      return textOfParts(hidden ?? entry.message.parts);
    case "branch":
      return entry.summary === null
        ? ""
        : textOfParts(hidden ?? [{ type: "text", text: entry.summary.text }]);
    case "compaction":
      return textOfParts(
        entry.state.prefix.filter(({ kind }) => kind === "summary").map(({ part }) => part),
      );
    default:
      return "";
  }
}

/** Returns the ids of the entries that fit, oldest first, computed with a sum for each entry. */
export function expectedSummarized(
  abandoned: readonly Entry[],
  budget: number,
  sizeOf: (text: string) => number,
): readonly string[] {
  const visible = abandoned.slice(
    abandoned.findLastIndex((entry) => entry.type === "compaction" && entry.reason === "reset") + 1,
  );
  const withText = visible.filter((entry) => textOfEntry(entry, visible) !== "").toReversed();
  const size = (entry: Entry): number => sizeOf(textOfEntry(entry, visible));
  const sumBefore = (place: number): number =>
    withText.slice(0, place).reduce((sum, entry) => sum + size(entry), 0);
  const firstFull = withText.findIndex((entry, place) => sumBefore(place) + size(entry) > budget);
  if (firstFull === -1) return withText.map(({ id }) => id).reverse();
  const edge = withText[firstFull];
  const isIncluded = edge?.type !== "message" && sumBefore(firstFull) < 0.9 * budget;
  return withText
    .slice(0, firstFull + (isIncluded ? 1 : 0))
    .map(({ id }) => id)
    .reverse();
}

/** Returns the files in messages of the form `read x` and `edit x` and in nested summaries. */
export function expectedFiles(
  abandoned: readonly Entry[],
): Pick<Digest, "filesRead" | "filesModified"> {
  const visible = abandoned.slice(
    abandoned.findLastIndex((entry) => entry.type === "compaction" && entry.reason === "reset") + 1,
  );
  const read = new Set<string>();
  const modified = new Set<string>();
  for (const entry of visible) {
    if (entry.type === "branch" && entry.summary?.origin === "own") {
      for (const path of entry.summary.digest?.filesRead ?? []) read.add(path);
      for (const path of entry.summary.digest?.filesModified ?? []) modified.add(path);
    }
    if (entry.type !== "message" || entry.message.role !== "assistant") continue;
    for (const part of entry.message.parts)
      if (part.type === "tool-call") {
        const { path } = JSON.parse(part.arguments) as { path: string };
        (part.name === "edit" ? modified : read).add(path);
      }
  }
  return {
    filesRead: [...read].filter((path) => !modified.has(path)).toSorted(),
    filesModified: [...modified].toSorted(),
  };
}

/** Returns the sub-agents that run at the end of a path, newest last. */
export function expectedSubAgents(path: readonly Entry[]): readonly string[] {
  const running = new Set<string>();
  for (const entry of path) {
    if (entry.type !== "note" || entry.kind !== "sub-agent") continue;
    const { sessionId, state } = entry.value as { sessionId: string; state: string };
    running.delete(sessionId);
    if (state !== "ended") running.add(sessionId);
  }
  return [...running];
}

/** Returns the tips of a tree, newest first, without navigations that have no children. */
export function expectedBranches(
  entries: readonly Entry[],
): readonly Pick<Branch, "tipId" | "isActive" | "forkId">[] {
  let live = entries;
  const childrenOf = (id: string | null): readonly Entry[] =>
    live.filter((entry) => entry.parentId === id);
  const isIdle = (entry: Entry): boolean =>
    entry.type === "branch" && entry.summary === null && childrenOf(entry.id).length === 0;
  while (live.some(isIdle)) live = live.filter((entry) => !isIdle(entry));
  const ids = idsTo(entries, entries.at(-1)?.id ?? null);
  const place = ids.findLast((id) => live.some((entry) => entry.id === id)) ?? null;
  const tips = live.filter(({ id }) => childrenOf(id).length === 0).toReversed();
  const found = tips.map(({ id }) => ({
    tipId: id,
    isActive: id === place,
    forkId:
      idsTo(entries, id)
        .slice(0, -1)
        .findLast((above) => childrenOf(above).length > 1) ?? null,
  }));
  const head = entries.at(-1);
  if (head === undefined || found.some(({ isActive }) => isActive)) return found;
  return [{ tipId: head.id, isActive: true, forkId: place }, ...found];
}
