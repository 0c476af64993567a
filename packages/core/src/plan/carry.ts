import type { Item } from "../model/item.ts";
import type { HeadPiece, HeadPieceKind, Mark } from "../model/mark.ts";
import { isHuman, type Part, textOf } from "../model/message.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { clampToTokens } from "./clamp.ts";
import type { StatePiece } from "./state.ts";

/** What the head carries of the covered part to the letter, in the order of the view. */
export type Carried = {
  readonly system: readonly HeadPiece[];
  readonly pins: readonly HeadPiece[];
  readonly human: readonly HeadPiece[];
  /** What the host wants carried. */
  readonly state: readonly HeadPiece[];
  /** The items whose human words are carried. */
  readonly ids: readonly string[];
  /** Those of them that are shown head and tail only. */
  readonly clampedIds: readonly string[];
};

export type CarryOptions = {
  /** The budget that pins, first request and human words share; `null` carries only system text and pins. */
  readonly humanTokens: number | null;
  readonly windowTokens: number;
  /** The last human message of the conversation: where it is covered it is carried whole, whatever the budget. */
  readonly lastHumanId: string | null;
  /** The pieces of pinned messages that are not in the head yet. */
  readonly pins: readonly HeadPiece[];
  /** The host's own state, newest: what earlier compactions carried of it is replaced. */
  readonly state: readonly StatePiece[];
  readonly estimator: TokenEstimator;
};

/** A single message larger than this share of the window is shown head and tail. */
const LARGEST_SHARE = 0.25;

/** Less room than this, in tokens, says nothing of a state. */
const SMALLEST_STATE = 16;

type Words = { readonly id: string; readonly pieces: readonly HeadPiece[] };

/** Chooses what the next head carries to the letter, from the head so far and the items that will be covered. */
export function carry(mark: Mark | null, covered: readonly Item[], options: CarryOptions): Carried {
  const before = mark?.head ?? [];
  const pins = [...piecesOf(before, "pin"), ...options.pins];
  const system = [...piecesOf(before, "system"), ...covered.flatMap(systemText)];
  const { humanTokens } = options;
  if (humanTokens === null) return { system, pins, human: [], state: [], ids: [], clampedIds: [] };
  const state = chooseState(options.state, humanTokens, options.estimator);
  const words = [...wordsBefore(before), ...wordsOf(covered)];
  const isFirstKnown =
    (mark?.covered.items ?? 0) === 0 || piecesOf(before, "first-request").length > 0;
  const first = isFirstKnown ? words[0] : undefined;
  const room = humanTokens - tokensOf([...pins, ...state], options.estimator);
  return { system, pins, state, ...chooseWords(words, first, room, options) };
}

function systemText({ id, message }: Item): readonly HeadPiece[] {
  if (message.role !== "system") return [];
  return [{ kind: "system", sourceId: id, part: { type: "text", text: textOf(message) } }];
}

/** The host's state in its order, as far as half of the budget goes; a piece that does not fit is shown head and tail. */
function chooseState(
  state: readonly StatePiece[],
  humanTokens: number,
  estimator: TokenEstimator,
): readonly HeadPiece[] {
  let room = Math.floor(humanTokens / 2);
  return state.flatMap(({ title, text }): readonly HeadPiece[] => {
    if (text.trim() === "" || room < SMALLEST_STATE) return [];
    const shown = clampToTokens(`${title}:\n${text}`, room, estimator);
    room -= estimator.estimateText(shown);
    return [{ kind: "state", sourceId: null, part: { type: "text", text: shown } }];
  });
}

function piecesOf(head: readonly HeadPiece[], kind: HeadPieceKind): readonly HeadPiece[] {
  return head.filter((piece) => piece.kind === kind);
}

function wordsBefore(head: readonly HeadPiece[]): readonly Words[] {
  const bySource = new Map<string, HeadPiece[]>();
  for (const piece of head) {
    if (piece.sourceId === null || (piece.kind !== "human" && piece.kind !== "first-request"))
      continue;
    const pieces = bySource.get(piece.sourceId) ?? [];
    pieces.push(piece);
    bySource.set(piece.sourceId, pieces);
  }
  return [...bySource].map(([id, pieces]) => ({ id, pieces }));
}

function wordsOf(covered: readonly Item[]): readonly Words[] {
  return covered.flatMap((item): Words[] => {
    const { message } = item;
    if (!isHuman(message) || item.pinId !== undefined) return [];
    const parts: readonly Part[] = message.parts;
    const pieces = parts.flatMap((part): HeadPiece[] =>
      part.type === "file" || (part.type === "text" && part.text.trim() !== "")
        ? [{ kind: "human", sourceId: item.id, part }]
        : [],
    );
    return pieces.length === 0 ? [] : [{ id: item.id, pieces }];
  });
}

type Chosen = Pick<Carried, "human" | "ids" | "clampedIds">;

function chooseWords(
  words: readonly Words[],
  first: Words | undefined,
  roomTokens: number,
  { estimator, lastHumanId, windowTokens }: CarryOptions,
): Chosen {
  const largest = Math.floor(windowTokens * LARGEST_SHARE);
  const taken = new Map<string, readonly HeadPiece[]>();
  const clampedIds: string[] = [];
  let room = roomTokens;

  /** Whether older words may be taken still. */
  const take = ({ id, pieces }: Words): boolean => {
    const bound = id === lastHumanId ? Infinity : Math.min(largest, room);
    const isTooLarge = tokensOf(pieces, estimator) > bound;
    const shown = isTooLarge ? clampWords({ id, pieces }, bound, estimator) : pieces;
    const tokens = tokensOf(shown, estimator);
    if (tokens > bound) return false;
    if (isTooLarge) clampedIds.push(id);
    taken.set(id, shown);
    room -= tokens;
    return !isTooLarge || bound === largest;
  };

  if (first !== undefined) take(first);
  for (const candidate of words.toReversed()) if (candidate !== first && !take(candidate)) break;
  const human = words.flatMap((candidate) => {
    const kind = candidate === first ? "first-request" : "human";
    return (taken.get(candidate.id) ?? []).map((piece): HeadPiece => ({ ...piece, kind }));
  });
  return { human, ids: [...taken.keys()], clampedIds };
}

function clampWords(
  { id, pieces }: Words,
  maxTokens: number,
  estimator: TokenEstimator,
): readonly HeadPiece[] {
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
      kind: "human",
      sourceId: id,
      part: { type: "text", text: note + clampToTokens(text, room, estimator) },
    },
  ];
}

function tokensOf(pieces: readonly HeadPiece[], estimator: TokenEstimator): number {
  return pieces.reduce(
    (sum, { part }) =>
      sum +
      (part.type === "text"
        ? estimator.estimateText(part.text)
        : estimator.estimate({ role: "user", provenance: "summary", parts: [part] })),
    0,
  );
}
