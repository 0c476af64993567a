import type { Item } from "../message/item.ts";
import { isUserMessage, type Part, textOf } from "../message/message.ts";
import type { CompactionState, PrefixBlock, PrefixBlockKind } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { truncateToTokens } from "./truncate-items.ts";

/** What the head carries of the covered part to the letter, in the order of the view. */
export type VerbatimBlocks = {
  readonly system: readonly PrefixBlock[];
  readonly pins: readonly PrefixBlock[];
  readonly user: readonly PrefixBlock[];
  /** What the host wants carried. */
  readonly reminders: readonly PrefixBlock[];
  /** The items whose human words are carried. */
  readonly ids: readonly string[];
  /** Those of them that are shown head and tail only. */
  readonly truncatedIds: readonly string[];
};

export type VerbatimOptions = {
  /** The budget that pins, first request and human words share; 0 keeps only system text and pins. */
  readonly keepUserTokens: number;
  readonly windowTokens: number;
  /** The last human message of the conversation: where it is covered it is carried whole, whatever the budget. */
  readonly lastUserMessageId: string | null;
  /** The pieces of pinned messages that are not in the head yet. */
  readonly pins: readonly PrefixBlock[];
  /** The host's own state, newest: what earlier compactions carried of it is replaced. */
  readonly reminders: readonly Reminder[];
  readonly estimator: TokenEstimator;
};

/** A single message larger than this share of the window is shown head and tail. */
const LARGEST_SHARE = 0.25;

/** Less room than this, in tokens, says nothing of a state. */
const SMALLEST_STATE = 16;

type UserText = { readonly id: string; readonly pieces: readonly PrefixBlock[] };

/** Chooses what the next head carries to the letter, from the head so far and the items that will be covered. */
export function selectVerbatim(
  state: CompactionState | null,
  covered: readonly Item[],
  options: VerbatimOptions,
): VerbatimBlocks {
  const before = state?.prefix ?? [];
  const pins = [...piecesOf(before, "pin"), ...options.pins];
  const system = [...piecesOf(before, "system"), ...covered.flatMap(systemText)];
  const { keepUserTokens } = options;
  if (keepUserTokens === 0)
    return { system, pins, user: [], reminders: [], ids: [], truncatedIds: [] };
  const reminders = chooseState(options.reminders, keepUserTokens, options.estimator);
  const words = [...wordsBefore(before), ...wordsOf(covered)];
  const isFirstKnown =
    (state?.compacted.items ?? 0) === 0 || piecesOf(before, "first-request").length > 0;
  const first = isFirstKnown ? words[0] : undefined;
  const room = keepUserTokens - tokensOf([...pins, ...reminders], options.estimator);
  return { system, pins, reminders, ...chooseWords(words, first, room, options) };
}

function systemText({ id, message }: Item): readonly PrefixBlock[] {
  if (message.role !== "system") return [];
  return [{ kind: "system", sourceId: id, part: { type: "text", text: textOf(message) } }];
}

/** The host's state in its order, as far as half of the budget goes; a piece that does not fit is shown head and tail. */
function chooseState(
  state: readonly Reminder[],
  keepUserTokens: number,
  estimator: TokenEstimator,
): readonly PrefixBlock[] {
  let room = Math.floor(keepUserTokens / 2);
  return state.flatMap(({ title, text }): readonly PrefixBlock[] => {
    if (text.trim() === "" || room < SMALLEST_STATE) return [];
    const shown = truncateToTokens(`${title}:\n${text}`, room, estimator);
    room -= estimator.estimateText(shown);
    return [{ kind: "reminder", sourceId: null, part: { type: "text", text: shown } }];
  });
}

function piecesOf(head: readonly PrefixBlock[], kind: PrefixBlockKind): readonly PrefixBlock[] {
  return head.filter((piece) => piece.kind === kind);
}

function wordsBefore(head: readonly PrefixBlock[]): readonly UserText[] {
  const bySource = new Map<string, PrefixBlock[]>();
  for (const piece of head) {
    if (piece.sourceId === null || (piece.kind !== "user" && piece.kind !== "first-request"))
      continue;
    const pieces = bySource.get(piece.sourceId) ?? [];
    pieces.push(piece);
    bySource.set(piece.sourceId, pieces);
  }
  return [...bySource].map(([id, pieces]) => ({ id, pieces }));
}

function wordsOf(covered: readonly Item[]): readonly UserText[] {
  return covered.flatMap((item): UserText[] => {
    const { message } = item;
    if (!isUserMessage(message) || item.pinId !== undefined) return [];
    const parts: readonly Part[] = message.parts;
    const pieces = parts.flatMap((part): PrefixBlock[] =>
      part.type === "file" || (part.type === "text" && part.text.trim() !== "")
        ? [{ kind: "user", sourceId: item.id, part }]
        : [],
    );
    return pieces.length === 0 ? [] : [{ id: item.id, pieces }];
  });
}

type Chosen = Pick<VerbatimBlocks, "user" | "ids" | "truncatedIds">;

function chooseWords(
  words: readonly UserText[],
  first: UserText | undefined,
  roomTokens: number,
  { estimator, lastUserMessageId, windowTokens }: VerbatimOptions,
): Chosen {
  const largest = Math.floor(windowTokens * LARGEST_SHARE);
  const taken = new Map<string, readonly PrefixBlock[]>();
  const truncatedIds: string[] = [];
  let room = roomTokens;

  /** Whether older words may be taken still. */
  const take = ({ id, pieces }: UserText): boolean => {
    const bound = id === lastUserMessageId ? Infinity : Math.min(largest, room);
    const isTooLarge = tokensOf(pieces, estimator) > bound;
    const shown = isTooLarge ? clampWords({ id, pieces }, bound, estimator) : pieces;
    const tokens = tokensOf(shown, estimator);
    if (tokens > bound) return false;
    if (isTooLarge) truncatedIds.push(id);
    taken.set(id, shown);
    room -= tokens;
    return !isTooLarge || bound === largest;
  };

  if (first !== undefined) take(first);
  for (const candidate of words.toReversed()) if (candidate !== first && !take(candidate)) break;
  const user = words.flatMap((candidate) => {
    const kind = candidate === first ? "first-request" : "user";
    return (taken.get(candidate.id) ?? []).map((piece): PrefixBlock => ({ ...piece, kind }));
  });
  return { user, ids: [...taken.keys()], truncatedIds };
}

function clampWords(
  { id, pieces }: UserText,
  maxTokens: number,
  estimator: TokenEstimator,
): readonly PrefixBlock[] {
  const note = `[Message ${id}, shown head and tail]\n`;
  const [first] = pieces;
  if (first?.part.type === "text" && first.part.text.startsWith(note)) return pieces;
  const text = pieces
    .map(({ part }) =>
      part.type === "text" ? part.text : `[${part.name ?? "file"}, ${part.mediaType}]`,
    )
    .join("\n");
  const room = maxTokens - estimator.estimateText(note) - 1;
  if (room < 16) return pieces;
  return [
    {
      kind: "user",
      sourceId: id,
      part: { type: "text", text: note + truncateToTokens(text, room, estimator) },
    },
  ];
}

function tokensOf(pieces: readonly PrefixBlock[], estimator: TokenEstimator): number {
  return pieces.reduce(
    (sum, { part }) =>
      sum +
      (part.type === "text"
        ? estimator.estimateText(part.text)
        : estimator.estimate({ role: "user", provenance: "summary", parts: [part] })),
    0,
  );
}

/** Something of the host's that every compaction carries to the letter: a to-do list, a plan, running sub-agents. */
export type Reminder = {
  /** A heading that the model reads, such as `To-do list`. */
  readonly title: string;
  readonly text: string;
};
