import type { Digest, Entry, Part } from "@cutpoint/core";

/** What a navigation leaves behind, found by looking at two whole paths. */
export type ExpectedAbandoned = {
  readonly ancestorId: string | null;
  readonly ids: readonly string[];
};

/** The ids from the first entry to one, of a log that is held as a whole. */
export function idsTo(entries: readonly Entry[], id: string | null): readonly string[] {
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

/** What an entry says on a branch that was left, and nothing where it is no saying. */
function textToldBy(entry: Entry, branch: readonly Entry[]): string {
  const hidden = branch
    .flatMap((other) => (other.type === "hide" ? [other.replaced[entry.id]] : []))
    .findLast((parts) => parts !== undefined);
  const said = (parts: readonly Part[]): string =>
    parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  switch (entry.type) {
    case "message":
      return said(hidden ?? entry.message.parts);
    case "branch":
      return entry.summary === null
        ? ""
        : said(hidden ?? [{ type: "text", text: entry.summary.text }]);
    case "compaction":
      return said(entry.mark.head.filter(({ kind }) => kind === "summary").map(({ part }) => part));
    default:
      return "";
  }
}

/** The ids of the entries that have room, oldest first: each by the sum of all that are newer. */
export function expectedTold(
  abandoned: readonly Entry[],
  budget: number,
  sizeOf: (text: string) => number,
): readonly string[] {
  const visible = abandoned.slice(
    abandoned.findLastIndex((entry) => entry.type === "compaction" && entry.reason === "reset") + 1,
  );
  const saying = visible.filter((entry) => textToldBy(entry, visible) !== "").toReversed();
  const size = (entry: Entry): number => sizeOf(textToldBy(entry, visible));
  const sumBefore = (place: number): number =>
    saying.slice(0, place).reduce((sum, entry) => sum + size(entry), 0);
  const firstFull = saying.findIndex((entry, place) => sumBefore(place) + size(entry) > budget);
  if (firstFull === -1) return saying.map(({ id }) => id).reverse();
  const edge = saying[firstFull];
  const comesIn = edge?.type !== "message" && sumBefore(firstFull) < 0.9 * budget;
  return saying
    .slice(0, firstFull + (comesIn ? 1 : 0))
    .map(({ id }) => id)
    .reverse();
}

/** The files that messages of the form `read x` and `edit x` and nested summaries of our own name. */
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
