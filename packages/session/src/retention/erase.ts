import { type CompactionState, CutpointError, type Part, type PrefixBlock } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { Entry } from "../log/entry.ts";
import { createTombstone } from "../log/notes.ts";
import { isSameJson } from "../store/batch.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import type { ErasableStore, SessionStore } from "../store/contract.ts";
import { addWords, jsonWithoutWords, removeWords, textsIn, withoutWords } from "./erased-words.ts";

export type EraseResult = {
  /** The entries that are tombstones now: those that were named, and the pins of their messages. */
  readonly erased: readonly string[];
  /** The compactions, hides, branches and pins that carried their words, and do so no more. */
  readonly rewritten: readonly string[];
};

/**
 * Erases single entries for good: a leaked secret, a request for privacy. Each leaves a tombstone, so that the path
 * holds. What was taken from them elsewhere goes too: the pieces of states that quote them, and, in every summary,
 * digest and replacement, each word that no other message says. Reads the whole log: O(log).
 *
 * Other messages that say the same are not found by this; search for them first. A session that is open on the log
 * should be refreshed.
 *
 * @throws `invalid-input` where the store cannot erase or an entry is a compaction, `unknown-entry` where there is no
 *   such entry, `conflict` where other writers were faster again and again
 */
export async function eraseEntries(
  store: SessionStore,
  sessionId: string,
  entryIds: readonly string[],
): Promise<EraseResult> {
  if (!isErasable(store))
    throw invalidInput("store", "a store without rewrite", "erasure needs one that can rewrite");
  return retryConflicts(async () => {
    const { head, targets } = await findTargets(store, sessionId, entryIds);
    const words = await wordsOfTargetsAlone(store, sessionId, targets);
    const rewritten: Entry[] = [];
    for await (const entry of store.read(sessionId)) {
      if (targets.has(entry.id)) continue;
      const changed = withoutTraces(entry, targets, words);
      if (!isSameJson(entry, changed)) rewritten.push(changed);
    }
    const tombstones = [...targets.values()].map((entry) => createTombstone(entry, "erased"));
    const entries = [...tombstones, ...rewritten];
    const result = await store.rewrite(sessionId, entries, { expectedHead: head });
    return result.type === "appended"
      ? { erased: [...targets.keys()], rewritten: rewritten.map((entry) => entry.id) }
      : undefined;
  });
}

function isErasable(store: SessionStore): store is ErasableStore {
  return "rewrite" in store && typeof store.rewrite === "function";
}

type Targets = ReadonlyMap<string, Entry>;

/** The named entries, and the pins that hold their messages by value. */
async function findTargets(
  store: SessionStore,
  sessionId: string,
  entryIds: readonly string[],
): Promise<{ readonly head: string | null; readonly targets: Targets }> {
  const wanted = new Set(entryIds);
  const targets = new Map<string, Entry>();
  let head: string | null = null;
  for await (const entry of store.read(sessionId)) {
    head = entry.id;
    const isPinOfTarget = entry.type === "pin" && wanted.has(entry.itemId ?? "");
    if (!wanted.has(entry.id) && !isPinOfTarget) continue;
    if (entry.type === "compaction")
      throw invalidInput(
        "entryIds",
        entry.id,
        "erase what a compaction covers, not the compaction",
      );
    targets.set(entry.id, entry);
  }
  for (const id of wanted)
    if (!targets.has(id))
      throw new CutpointError("unknown-entry", `entryIds: the session has no entry "${id}"`);
  return { head, targets };
}

/** The words that nobody but the targets has said. */
async function wordsOfTargetsAlone(
  store: SessionStore,
  sessionId: string,
  targets: Targets,
): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const entry of targets.values()) if ("message" in entry) addWords(entry.message, words);
  for await (const entry of store.read(sessionId))
    if (entry.type === "message" && !targets.has(entry.id)) removeWords(entry.message, words);
  return words;
}

/** An entry without what it has from the targets. */
function withoutTraces(entry: Entry, targets: Targets, words: ReadonlySet<string>): Entry {
  switch (entry.type) {
    case "compaction":
      return { ...entry, state: stateWithoutTraces(entry.state, targets, words) };
    case "hide":
      return {
        ...entry,
        replacements: replacementsWithoutTraces(entry.replacements, targets, words),
      };
    case "branch":
      return { ...entry, summary: jsonWithoutWords(entry.summary, words) };
    default:
      return entry;
  }
}

function stateWithoutTraces(
  state: CompactionState,
  targets: Targets,
  words: ReadonlySet<string>,
): CompactionState {
  const kept = <Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => !targets.has(id)));
  const pinIds = new Set([...targets.values()].map(pinIdOf));
  const isTaken = ({ sourceId }: PrefixBlock): boolean =>
    sourceId !== null && (targets.has(sourceId) || pinIds.has(sourceId));
  return {
    ...state,
    prefix: state.prefix
      .filter((piece) => !isTaken(piece))
      .map((piece) => pieceWithoutWords(piece, words)),
    replacements: replacementsWithoutTraces(state.replacements, targets, words),
    pinned: kept(state.pinned),
    digest: jsonWithoutWords(state.digest, words),
  };
}

/** The id of a pin that is a target; an empty one where the target is none. */
function pinIdOf(entry: Entry): string {
  return entry.type === "pin" ? entry.pinId : "";
}

/** What others have said stays as it is; what was made of several is rid of the words. */
function pieceWithoutWords(piece: PrefixBlock, words: ReadonlySet<string>): PrefixBlock {
  const isMade = piece.kind === "summary" || piece.kind === "digest" || piece.kind === "reminder";
  if (!isMade || piece.part.type !== "text") return piece;
  const lines = piece.part.text.split("\n");
  const text = lines.map((line) => (isOurs(line) ? line : withoutWords(line, words))).join("\n");
  return { ...piece, part: { ...piece.part, text } };
}

/** Whether a line is a heading or a tag by which a later compaction finds its way. */
function isOurs(line: string): boolean {
  return /^(?:#{1,3} [A-Z][A-Za-z &]{2,30}|<\/?[a-z-]{2,30}>)$/u.test(line);
}

function replacementsWithoutTraces(
  replaced: CompactionState["replacements"],
  targets: Targets,
  words: ReadonlySet<string>,
): CompactionState["replacements"] {
  const pairs = Object.entries(replaced).filter(([id]) => !targets.has(id));
  return Object.fromEntries(
    pairs.map(([id, parts]) => [id, parts.map((part) => partWithoutWords(part, words))]),
  );
}

function partWithoutWords(part: Part, words: ReadonlySet<string>): Part {
  switch (part.type) {
    case "text":
      return { ...part, text: withoutWords(part.text, words) };
    case "tool-call": {
      const isClean = [...textsIn(part)].every((text) => withoutWords(text, words) === text);
      return isClean ? part : { ...part, arguments: '{"erased":true}' };
    }
    default:
      return part;
  }
}
