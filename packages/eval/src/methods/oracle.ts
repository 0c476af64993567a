import { textOf } from "@cutpoint/core";
import { QUALITY_WEIGHTS } from "../measure/quality.ts";
import type { Needs } from "../reading/needs.ts";
import { isFromUser } from "../reading/reading.ts";
import { createTextIndex } from "../reading/text-index.ts";
import { historyLines } from "./history-lines.ts";
import { linesWithin, summaryMessage } from "./lines-within.ts";
import type { Arm, MethodRequest } from "./method.ts";
import { systemMessages } from "./steps.ts";

type Piece = {
  readonly text: string;
  readonly place: number;
  readonly tokens: number;
  /** Indices of the needed anchors and pairs in it. */
  readonly anchors: readonly number[];
  readonly pairs: readonly number[];
  /** Additional worth: user text for Q, or evidence of a chat. */
  readonly beside: number;
};

/**
 * Creates a method that knows what is needed and greedily takes lines and user messages with the most Q per token.
 *
 * The true optimum is slightly higher.
 */
export function createOracle(): Arm {
  return {
    role: "oracle",
    name: "oracle",
    compact: (request, needs) => {
      const pieces = greedy(piecesOf(request, needs), needs);
      const chosen = linesWithin(pieces, request.budgetTokens, request.estimator);
      const text = chosen
        .toSorted((a, b) => a.place - b.place)
        .map((piece) => piece.text)
        .join("\n");
      return [...systemMessages(request.messages), ...(text === "" ? [] : [summaryMessage(text)])];
    },
  };
}

function piecesOf({ messages, estimator }: MethodRequest, needs: Needs): readonly Piece[] {
  const lines = historyLines(messages);
  const joined = createTextIndex(lines.map(({ text }) => text).join("\n"));
  const anchorsOf = new Map<number, number[]>();
  for (const [anchor, { text }] of needs.anchors.entries())
    for (const place of joined.find(text)) {
      const line = joined.lineAt(place);
      const known = anchorsOf.get(line);
      if (known === undefined) anchorsOf.set(line, [anchor]);
      else if (known.at(-1) !== anchor) known.push(anchor);
    }
  const pairsOf = Map.groupBy(needs.pairs.entries(), ([, [left]]) => left);
  const pieces = [...anchorsOf].flatMap(([line, anchors]): readonly Piece[] => {
    const found = lines[line];
    if (found === undefined) return [];
    const held = new Set(anchors);
    const pairs = anchors.flatMap((anchor) =>
      (pairsOf.get(anchor) ?? []).flatMap(([pair, [, right]]) => (held.has(right) ? [pair] : [])),
    );
    const tokens = estimator.estimateText(found.text) + 2;
    return [{ text: found.text, place: found.place, tokens, anchors, pairs, beside: 0 }];
  });
  return [
    ...pieces,
    ...(needs.evidence.length > 0
      ? evidencePieces(messages, needs.evidence, estimator)
      : humanPieces(messages, estimator)),
  ];
}

function humanPieces(
  messages: MethodRequest["messages"],
  estimator: MethodRequest["estimator"],
): readonly Piece[] {
  const userMessages = messages.filter(isFromUser).map((message) => {
    const text = textOf(message);
    return { text, tokens: estimator.estimateText(text) + 2 };
  });
  const all = userMessages.reduce((sum, { tokens }) => sum + tokens, 0);
  return userMessages.map(({ text, tokens }, index) => ({
    text,
    place: index - userMessages.length,
    tokens,
    anchors: [],
    pairs: [],
    beside:
      (QUALITY_WEIGHTS.user * tokens) / all +
      (index === userMessages.length - 1 ? QUALITY_WEIGHTS.lastUser : 0),
  }));
}

function evidencePieces(
  messages: MethodRequest["messages"],
  evidence: readonly number[],
  estimator: MethodRequest["estimator"],
): readonly Piece[] {
  return [...Map.groupBy(evidence, (place) => place)].flatMap(([place, times]) => {
    const message = messages[place];
    if (message === undefined) return [];
    const text = textOf(message).replaceAll("\n", " ");
    const tokens = estimator.estimateText(text) + 2;
    return [{ text, place, tokens, anchors: [], pairs: [], beside: times.length }];
  });
}

/** Yields pieces by the Q per token that they add to the pieces before. */
function* greedy(pieces: readonly Piece[], needs: Needs): Generator<Piece> {
  const anchorWeights = needs.anchors.map(({ weight }) => weight * QUALITY_WEIGHTS.weighted);
  const total = needs.anchors.reduce((sum, { weight }) => sum + weight, 0);
  const pairWeight = QUALITY_WEIGHTS.relation / Math.max(1, needs.pairs.length);
  const anchors = new Set<number>();
  const pairs = new Set<number>();
  const gain = (piece: Piece): number => {
    let sum = piece.beside;
    for (const anchor of piece.anchors)
      if (!anchors.has(anchor)) sum += (anchorWeights[anchor] ?? 0) / Math.max(total, 1e-9);
    for (const pair of piece.pairs) if (!pairs.has(pair)) sum += pairWeight;
    return sum / piece.tokens;
  };
  let waiting = pieces
    .map((piece) => ({ piece, bound: gain(piece) }))
    .toSorted((a, b) => a.bound - b.bound);
  while (waiting.length > 0) {
    const best = waiting.pop();
    if (best === undefined) return;
    const now = gain(best.piece);
    if (now <= 0) continue;
    if (now < best.bound - 1e-12 && now < (waiting.at(-1)?.bound ?? 0)) {
      waiting = inserted(waiting, { piece: best.piece, bound: now });
      continue;
    }
    yield best.piece;
    for (const anchor of best.piece.anchors) anchors.add(anchor);
    for (const pair of best.piece.pairs) pairs.add(pair);
  }
}

type Waiting = { readonly piece: Piece; readonly bound: number };

function inserted(waiting: Waiting[], one: Waiting): Waiting[] {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((waiting[middle]?.bound ?? 0) <= one.bound) low = middle + 1;
    else high = middle;
  }
  waiting.splice(low, 0, one);
  return waiting;
}
