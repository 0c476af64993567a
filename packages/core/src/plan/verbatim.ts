import { isPinOnly, type Item } from "../message/item.ts";
import { isUserMessage, type Part, textOf } from "../message/message.ts";
import { originOf } from "../message/origin.ts";
import {
  type CompactionState,
  isInSegment,
  type PrefixBlock,
  type PrefixBlockKind,
  type Rule,
} from "../message/state.ts";
import type { Steps } from "../message/steps.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { pinBlocks, timesNote } from "../view/prefix.ts";
import { type ReadRules, updateRules } from "./update-rules.ts";
import { lastUserMessageId } from "./guard.ts";
import type { ResolvedPolicy } from "./policy.ts";
import { isQuote } from "./quotes.ts";
import { MOST_CHARACTERS, truncateToTokens } from "./truncate-items.ts";

/** A visible item that a prefix may quote, by its place: of the user, of the system, or pinned. */
export type Quotable = { readonly place: number; readonly item: Item; readonly original: Item };

/** Finds what a prefix may quote, once for all cuts that are tried. */
export function quotableAmong(
  visible: readonly Item[],
  originals: readonly Item[],
): readonly Quotable[] {
  return visible.flatMap((item, place) => {
    const { role } = item.message;
    const original = originals[place];
    const isQuotable = role === "user" || role === "system" || item.pinId !== undefined;
    return isQuotable && original !== undefined ? [{ place, item, original }] : [];
  });
}

/** Everything that the choice of verbatim content depends on. */
export type VerbatimInput = {
  readonly state: CompactionState | null;
  readonly resolved: ResolvedPolicy;
  readonly estimator: TokenEstimator;
  readonly readRules: ReadRules;
  readonly reminders: readonly Reminder[];
  /** The passages that the model asked to keep; `null` leaves those of the prefix. */
  readonly quotes: readonly PrefixBlock[] | null;
  readonly visible: readonly Item[];
  readonly quotable: readonly Quotable[];
  /** The largest size of the last user message; `Infinity` unless nothing else is left to shorten. */
  readonly lastUserTokens: number;
  /** Whether a segment is appended. Otherwise all segments are written anew. */
  readonly isAppend: boolean;
};

/** Compacted content that the prefix keeps verbatim, in the order of the view. */
export type VerbatimBlocks = {
  readonly system: readonly PrefixBlock[];
  /** The preamble and the segments that stay as they are; empty if all are written anew. */
  readonly frozen: readonly PrefixBlock[];
  readonly pins: readonly PrefixBlock[];
  /** The user's rules after this compaction. */
  readonly rules: readonly Rule[];
  /** The texts of rules that this compaction revoked or replaced. */
  readonly revokedRules: readonly string[];
  /** The user text of the segment to write. */
  readonly user: readonly PrefixBlock[];
  readonly reminders: readonly PrefixBlock[];
  /** The items whose user text is kept. */
  readonly ids: readonly string[];
  /** Those of them whose text is truncated. */
  readonly truncatedIds: readonly string[];
  /** User text of the current prefix that the next one leaves out or truncates, as messages, oldest first. */
  readonly dropped: readonly Item[];
};

export const NO_VERBATIM: VerbatimBlocks = {
  system: [],
  frozen: [],
  pins: [],
  rules: [],
  revokedRules: [],
  user: [],
  reminders: [],
  ids: [],
  truncatedIds: [],
  dropped: [],
};

/** A text of the app that every compaction repeats, such as a to-do list or a plan. */
export type Reminder = {
  /** A heading for the model, such as `To-do list`. */
  readonly title: string;
  readonly text: string;
};

/** A message larger than this share of the window is truncated. */
const LARGEST_SHARE = 0.25;

/** Less of a text, in tokens, is not worth keeping. */
const MIN_TOKENS = 16;

/** A shorter text is left out instead of truncated, in tokens. */
const LEAST_TRUNCATED = 128;

/** A last message that is cut below this many tokens is shown without its id. */
const LEAST_NAMED = 128;

/** A shorter text that is sent again is quoted again, in UTF-16 units. */
const LEAST_REPEATED = 40;

/** @property ids all messages with the text, oldest first */
type UserText = {
  readonly id: string;
  readonly ids: readonly string[];
  readonly blocks: readonly PrefixBlock[];
};

/** Selects what the next prefix keeps verbatim from the current prefix and the items before a cut. */
export function* selectVerbatim(input: VerbatimInput, place: number): Steps<VerbatimBlocks> {
  const { estimator, quotable, readRules, resolved, state } = input;
  const { keepUserTokens } = resolved;
  const before = state?.prefix ?? [];
  const end = quotable.findIndex((each) => each.place >= place);
  const compacted = end === -1 ? quotable : quotable.slice(0, end);
  const kept = end === -1 ? [] : quotable.slice(end);
  const pinned = blocksOfKind(before, "pin");
  const others = input.quotes === null ? pinned : pinned.filter((block) => !isQuote(block));
  const pins = [...others, ...newPins(quotable, place), ...(input.quotes ?? [])];
  const system = [...blocksOfKind(before, "system"), ...compacted.flatMap(systemBlocks)];
  const { revoked: revokedRules, rules } = updateRules(
    state?.rules ?? [],
    { compacted: compacted.map(originalOf), kept: kept.map(originalOf) },
    { readRules, maxTokens: resolved.rulesTokens, estimator },
  );
  yield;
  const frozen = input.isAppend ? before.filter(isFrozen) : [];
  const quoted = input.isAppend ? [] : userTextsIn(before);
  const blocks = { ...NO_VERBATIM, system, frozen, pins, rules, revokedRules };
  if (keepUserTokens === 0) return { ...blocks, dropped: quoted.map(itemOf) };
  const reminders = selectReminders(input.reminders, keepUserTokens, estimator);
  const isFirstKnown =
    !input.isAppend &&
    ((state?.compacted.items ?? 0) === 0 || blocksOfKind(before, "first-request").length > 0);
  const texts = withoutRepeats([...quoted, ...compacted.flatMap(userTextOf)], isFirstKnown);
  yield;
  const first = isFirstKnown ? texts[0] : undefined;
  const available = keepUserTokens - blockTokens(reminders, estimator);
  const { selected, truncatedIds } = selectUserText(texts, first, available, input);
  yield;
  const user = texts.flatMap((text) => {
    const kind = text === first ? "first-request" : "user";
    return (selected.get(text.id) ?? []).map((block): PrefixBlock => ({ ...block, kind }));
  });
  const quotedIds = new Set(quoted.map(({ id }) => id));
  const dropped = texts
    .filter(({ blocks, id }) => quotedIds.has(id) && selected.get(id) !== blocks)
    .map(itemOf);
  const chosen = texts.filter(({ id }) => selected.has(id));
  const ids = [...userTextsIn(frozen), ...chosen].flatMap((text) => text.ids);
  return { ...blocks, reminders, user, ids, truncatedIds, dropped };
}

/** Returns the blocks of pinned messages that are not in the prefix yet. */
function newPins(quotable: readonly Quotable[], cut: number): readonly PrefixBlock[] {
  return quotable.flatMap(({ item, original, place }) =>
    item.pinId !== undefined && (place < cut || isPinOnly(item))
      ? pinBlocks(item.pinId, original.message)
      : [],
  );
}

function originalOf({ original }: Quotable): Item {
  return original;
}

/** Whether an append leaves a block as it is. */
function isFrozen(block: PrefixBlock): boolean {
  return block.kind === "preamble" || isInSegment(block);
}

function blocksOfKind(
  blocks: readonly PrefixBlock[],
  kind: PrefixBlockKind,
): readonly PrefixBlock[] {
  return blocks.filter((block) => block.kind === kind);
}

function systemBlocks({ item: { id, message } }: Quotable): readonly PrefixBlock[] {
  return message.role === "system" ? [textBlock("system", id, textOf(message))] : [];
}

function textBlock(kind: PrefixBlockKind, sourceId: string | null, text: string): PrefixBlock {
  return { kind, sourceId, part: { type: "text", text } };
}

/** Reminders take at most half of the budget. The last one that does not fit is truncated. */
function selectReminders(
  reminders: readonly Reminder[],
  keepUserTokens: number,
  estimator: TokenEstimator,
): readonly PrefixBlock[] {
  let available = Math.floor(keepUserTokens / 2);
  return reminders.flatMap(({ title, text }): readonly PrefixBlock[] => {
    if (text.trim() === "" || available < MIN_TOKENS) return [];
    const shown = truncateToTokens(`${title}:\n${text}`, available, estimator);
    available -= estimator.estimateText(shown);
    return [textBlock("reminder", null, shown)];
  });
}

function userTextsIn(prefix: readonly PrefixBlock[]): readonly UserText[] {
  const user = prefix.filter(({ kind }) => kind === "user" || kind === "first-request");
  return [...Map.groupBy(user, ({ sourceId }) => sourceId)].flatMap(([id, blocks]) =>
    id === null ? [] : [{ id, ids: [id], blocks }],
  );
}

/** Joins equal texts at the place of the newest; those of the first request stay first. */
function withoutRepeats(texts: readonly UserText[], hasFirst: boolean): readonly UserText[] {
  const joined = new Map<string, UserText>();
  let firstKey: string | undefined;
  for (const text of texts) {
    const [block, second] = text.blocks;
    const said = block?.part.type === "text" && second === undefined ? block.part.text : "";
    const key = said.length < LEAST_REPEATED ? text.id : `${said}\n${block?.origin?.name ?? ""}`;
    firstKey ??= key;
    const same = joined.get(key);
    if (same !== undefined && !(hasFirst && key === firstKey)) joined.delete(key);
    joined.set(key, same === undefined ? text : joinedText(same, text));
  }
  return [...joined.values()];
}

function joinedText(older: UserText, { blocks, id, ids }: UserText): UserText {
  const times = older.blocks[0]?.times ?? 1;
  const counted = blocks.map((block) => ({ ...block, times: times + (block.times ?? 1) }));
  return { id, ids: [...older.ids, ...ids], blocks: counted };
}

function userTextOf({ item: { id, message, pinId } }: Quotable): readonly UserText[] {
  if (!isUserMessage(message) || pinId !== undefined) return [];
  const parts: readonly Part[] = message.parts;
  const origin = originOf(message);
  const named = origin.name === undefined ? {} : { origin };
  const blocks = parts.flatMap((part): readonly PrefixBlock[] =>
    part.type === "file" || (part.type === "text" && part.text.trim() !== "")
      ? [{ kind: "user", sourceId: id, part, ...named }]
      : [],
  );
  return blocks.length === 0 ? [] : [{ id, ids: [id], blocks }];
}

/** Selects the first request and the last user message, then the newest texts as far as the budget goes. */
function selectUserText(
  texts: readonly UserText[],
  first: UserText | undefined,
  available: number,
  { estimator, lastUserTokens, resolved, state, visible }: VerbatimInput,
): {
  readonly selected: ReadonlyMap<string, readonly PrefixBlock[]>;
  readonly truncatedIds: readonly string[];
} {
  const largest = Math.floor(resolved.windowTokens * LARGEST_SHARE);
  const lastId = lastUserMessageId(visible, state?.prefix ?? []);
  const selected = new Map<string, readonly PrefixBlock[]>();
  const truncatedIds: string[] = [];
  let left = available;

  /** Returns `false` if there is no budget for older texts. */
  const select = (text: UserText): boolean => {
    const isLast = text.id === lastId;
    const limit = isLast ? lastUserTokens : Math.min(largest, left);
    const most = limit * MOST_CHARACTERS;
    const isLong = text.blocks.some(({ part }) => part.type === "text" && part.text.length > most);
    const whole = isLong ? Number.POSITIVE_INFINITY : blockTokens(text.blocks, estimator);
    const isTooLarge = whole > limit;
    if (isTooLarge && !isLast && text !== first && whole <= LEAST_TRUNCATED) return false;
    const shown = isTooLarge ? truncateUserText(text, limit, isLast, estimator) : text.blocks;
    const tokens = blockTokens(shown, estimator);
    if (tokens > limit) return false;
    if (isTooLarge) truncatedIds.push(...text.ids);
    selected.set(text.id, shown);
    left -= tokens;
    return !isTooLarge || limit === largest;
  };

  if (first !== undefined) select(first);
  for (const text of texts.toReversed()) if (text !== first && !select(text)) break;
  return { selected, truncatedIds };
}

/** Returns the message of a user text, without the note of a truncated one. */
function itemOf({ blocks, id }: UserText): Item {
  const note = truncationNote(id);
  const parts = blocks.map(({ part }) =>
    part.type === "text" && part.text.startsWith(note)
      ? { ...part, text: part.text.slice(note.length) }
      : part,
  );
  const name = blocks[0]?.origin?.name;
  const named = name === undefined ? {} : { name };
  return { id, message: { role: "user", provenance: "user", ...named, parts } };
}

/** An id of another form could be read as text of the user. */
const PLAIN_ID = /^[\w.:/-]{1,80}$/u;

function truncationNote(id: string): string {
  return `[Message${PLAIN_ID.test(id) ? ` ${id}` : ""}, shown head and tail]\n`;
}

function truncateUserText(
  { blocks, id }: UserText,
  maxTokens: number,
  isLast: boolean,
  estimator: TokenEstimator,
): readonly PrefixBlock[] {
  const isNamed = !isLast || maxTokens >= LEAST_NAMED;
  const note = isNamed ? truncationNote(id) : "";
  const [first] = blocks;
  if (!isLast && first?.part.type === "text" && first.part.text.startsWith(note)) return blocks;
  const text = blocks
    .map(({ part }) =>
      part.type === "text" ? part.text : `[${part.name ?? "file"}, ${part.mediaType}]`,
    )
    .join("\n");
  const available = maxTokens - (isNamed ? estimator.estimateText(note) + 1 : 0);
  if (available < MIN_TOKENS) return blocks;
  const shown = textBlock("user", id, note + truncateToTokens(text, available, estimator));
  return [{ ...first, ...shown }];
}

export function blockTokens(blocks: readonly PrefixBlock[], estimator: TokenEstimator): number {
  return blocks.reduce(
    (sum, { part, times }) =>
      sum +
      (times === undefined ? 0 : estimator.estimateText(timesNote(times)) + 1) +
      (part.type === "text"
        ? estimator.estimateText(part.text)
        : estimator.estimate({ role: "user", provenance: "summary", parts: [part] })),
    0,
  );
}
