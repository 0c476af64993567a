import type { CompactionState, Part, PrefixBlock, Receipt } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { withRules } from "@cutpoint/core/session";
import type { Entry } from "../log/entry.ts";
import { createTombstone } from "../log/notes.ts";
import { isSameJson } from "../store/batch.ts";
import type { ErasableStore, SessionStore } from "../store/contract.ts";
import { unknownEntryError } from "../store/errors.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import { jsonWithoutWords, textsIn, withoutWords, wordsIn } from "./erased-words.ts";

export type EraseResult = {
  /** The entries that are now tombstones: the given ones, and the pins of their messages. */
  readonly erased: readonly string[];
  /** The compactions, hides and branches that quoted them and were rewritten. */
  readonly rewritten: readonly string[];
};

/**
 * Erases single entries permanently, for example a leaked secret. Each leaves a tombstone.
 *
 * Prefix blocks that quote an erased entry are removed. In summaries, digests and replacements, words that no other
 * message contains become `[erased]`. Other messages with the same content are not erased: search for them first. Refresh
 * sessions that are open on the log.
 *
 * O(log).
 *
 * @throws `invalid-input` if the store cannot rewrite entries or an entry is a compaction, `unknown-entry` if an entry
 *   does not exist, `conflict` after 30 s of write conflicts
 */
export async function eraseEntries(
  store: SessionStore,
  sessionId: string,
  entryIds: readonly string[],
): Promise<EraseResult> {
  if (!isErasable(store))
    throw invalidInput("store", "a store without rewrite", "expected an ErasableStore");
  return retryConflicts(async () => {
    const { head, targets } = await findTargets(store, sessionId, entryIds);
    const words = await findUniqueWords(store, sessionId, targets);
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
type Words = ReadonlySet<string>;

/** Returns the given entries and the pins with copies of their messages. */
async function findTargets(
  store: SessionStore,
  sessionId: string,
  entryIds: readonly string[],
): Promise<{ readonly head: string | null; readonly targets: Targets }> {
  const wanted = new Set(entryIds);
  const found = new Set<string>();
  const targets = new Map<string, Entry>();
  let head: string | null = null;
  for await (const entry of store.read(sessionId)) {
    head = entry.id;
    const ids = entry.type === "pin" ? [entry.id, entry.pinId, entry.itemId ?? ""] : [entry.id];
    if (!ids.some((id) => wanted.has(id))) continue;
    if (entry.type === "compaction")
      throw invalidInput("entryIds", entry.id, "expected the compacted entries, not a compaction");
    targets.set(entry.id, entry);
    for (const id of ids) found.add(id);
  }
  for (const id of wanted)
    if (!found.has(id)) throw unknownEntryError("an id of entryIds", id, sessionId);
  return { head, targets };
}

/** Returns the words that no message outside the targets contains. */
async function findUniqueWords(
  store: SessionStore,
  sessionId: string,
  targets: Targets,
): Promise<Words> {
  const erased = [...targets.values()].map((entry) => ("message" in entry ? entry.message : null));
  const words = new Set(wordsIn(erased));
  for await (const entry of store.read(sessionId))
    if (entry.type === "message" && !targets.has(entry.id))
      for (const word of wordsIn(entry.message)) words.delete(word);
  return words;
}

function withoutTraces(entry: Entry, targets: Targets, words: Words): Entry {
  switch (entry.type) {
    case "compaction":
      return {
        ...entry,
        state: stateWithoutTraces(entry.state, targets, words),
        receipt: receiptWithoutTraces(entry.receipt, words),
      };
    case "hide":
      return { ...entry, replacements: cleanReplacements(entry.replacements, targets, words) };
    case "branch":
      return { ...entry, summary: jsonWithoutWords(entry.summary, words) };
    default:
      return entry;
  }
}

function receiptWithoutTraces(receipt: Receipt | null, words: Words): Receipt | null {
  return receipt === null ? null : { ...receipt, rules: jsonWithoutWords(receipt.rules, words) };
}

function stateWithoutTraces(
  state: CompactionState,
  targets: Targets,
  words: Words,
): CompactionState {
  const { memory: _memory, ...rest } = state;
  const sources = new Set<string | null>(targets.keys());
  for (const entry of targets.values()) if (entry.type === "pin") sources.add(entry.pinId);
  const rules = (state.rules ?? []).filter(({ sourceId }) => !sources.has(sourceId));
  const { prefix, ...others } = withRules(rest, rules);
  return {
    ...others,
    prefix: prefix
      .filter(({ sourceId }) => !sources.has(sourceId))
      .map((block) => blockWithoutWords(block, words)),
    replacements: cleanReplacements(state.replacements, targets, words),
    pinned: withoutKeys(state.pinned, targets),
    digest: jsonWithoutWords(state.digest, words),
  };
}

/** Removes words from generated blocks. Verbatim blocks of other messages do not change. */
function blockWithoutWords(block: PrefixBlock, words: Words): PrefixBlock {
  const isGenerated = ["summary", "digest", "reminder"].includes(block.kind);
  if (!isGenerated || block.part.type !== "text") return block;
  const lines = block.part.text.split("\n");
  const cleaned = lines.map((line) => (isStructure(line) ? line : withoutWords(line, words)));
  return { ...block, part: { ...block.part, text: cleaned.join("\n") } };
}

/** Whether a line is a heading or a tag that a later compaction relies on. */
function isStructure(line: string): boolean {
  return /^(?:#{1,3} [A-Z][A-Za-z &]{2,30}|<\/?[a-z-]{2,30}>)$/u.test(line);
}

function cleanReplacements(
  replacements: CompactionState["replacements"],
  targets: Targets,
  words: Words,
): CompactionState["replacements"] {
  return Object.fromEntries(
    Object.entries(withoutKeys(replacements, targets)).map(([id, parts]) => [
      id,
      parts.map((part) => partWithoutWords(part, words)),
    ]),
  );
}

function withoutKeys<Value>(
  record: Readonly<Record<string, Value>>,
  targets: Targets,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([id]) => !targets.has(id)));
}

function partWithoutWords(part: Part, words: Words): Part {
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
