import { pinPieces } from "../log/revert.ts";
import type { Item } from "../model/item.ts";
import type { HeadPiece, HeadPieceKind, Mark } from "../model/mark.ts";
import { type Part, textOf } from "../model/message.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { clampToTokens } from "./clamp.ts";

/** What the head carries of the covered part to the letter, in the order of the view. */
export type Carried = {
  readonly system: readonly HeadPiece[];
  readonly pins: readonly HeadPiece[];
  readonly human: readonly HeadPiece[];
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
  readonly estimator: TokenEstimator;
};

/** A single message larger than this share of the window is shown head and tail. */
const LARGEST_SHARE = 0.25;

type Words = { readonly id: string; readonly pieces: readonly HeadPiece[] };

/** Chooses what the next head carries to the letter, from the head so far and the items that will be covered. */
export function carry(mark: Mark | null, covered: readonly Item[], options: CarryOptions): Carried {
  const before = mark?.head ?? [];
  const pins = [
    ...piecesOf(before, "pin"),
    ...covered.flatMap((item) =>
      item.pinId === undefined ? [] : pinPieces(item.pinId, item.message),
    ),
  ];
  const system = [
    ...piecesOf(before, "system"),
    ...covered.flatMap((item): HeadPiece[] =>
      item.message.role === "system"
        ? [
            {
              kind: "system",
              sourceId: item.id,
              part: { type: "text", text: textOf(item.message) },
            },
          ]
        : [],
    ),
  ];
  const words = [...wordsBefore(before), ...wordsOf(covered)];
  if (options.humanTokens === null) return { system, pins, human: [], ids: [], clampedIds: [] };
  const isFirstKnown =
    (mark?.covered.items ?? 0) === 0 || piecesOf(before, "first-request").length > 0;
  return {
    system,
    pins,
    ...chooseWords(words, isFirstKnown, pins, { ...options, humanTokens: options.humanTokens }),
  };
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
    if (message.role !== "user" || message.provenance !== "human" || item.pinId !== undefined)
      return [];
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
  isFirstKnown: boolean,
  pins: readonly HeadPiece[],
  options: CarryOptions & { readonly humanTokens: number },
): Chosen {
  const { estimator, lastHumanId, windowTokens } = options;
  const largest = Math.floor(windowTokens * LARGEST_SHARE);
  const taken = new Map<string, readonly HeadPiece[]>();
  const clampedIds = new Set<string>();
  let room = options.humanTokens - tokensOf(pins, estimator);

  const take = (candidate: Words): boolean => {
    if (candidate.id === lastHumanId) {
      taken.set(candidate.id, candidate.pieces);
      room -= tokensOf(candidate.pieces, estimator);
      return true;
    }
    const bound = Math.min(largest, room);
    const pieces =
      tokensOf(candidate.pieces, estimator) > bound
        ? clampWords(candidate, bound, estimator)
        : candidate.pieces;
    const tokens = tokensOf(pieces, estimator);
    if (tokens > bound) return false;
    if (pieces !== candidate.pieces) clampedIds.add(candidate.id);
    taken.set(candidate.id, pieces);
    room -= tokens;
    return pieces === candidate.pieces || bound === largest;
  };

  const first = isFirstKnown ? words[0] : undefined;
  if (first !== undefined) take(first);
  for (const candidate of words.toReversed()) if (candidate !== first && !take(candidate)) break;
  const human = words.flatMap((candidate) => {
    const kind = candidate === first ? "first-request" : "human";
    return (taken.get(candidate.id) ?? []).map((piece): HeadPiece => ({ ...piece, kind }));
  });
  return { human, ids: [...taken.keys()], clampedIds: [...clampedIds] };
}

function clampWords(
  { id, pieces }: Words,
  maxTokens: number,
  estimator: TokenEstimator,
): readonly HeadPiece[] {
  const note = `[Message ${id}, shown head and tail]\n`;
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
