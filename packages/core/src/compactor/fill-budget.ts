import type { Message } from "../message/message.ts";
import type { Receipt } from "../message/receipt.ts";
import type { FitResult } from "./outcome.ts";

/** A smaller share of a window is not filled with messages. */
const LEAST_FILLED = 0.02;
/** A smaller share of the limit stays free, since each pass compacts again. */
const LEAST_LEFT = 0.005;
const PASSES = 4;
/** The part of the rest that a window grows by. A result that fills its window better than the last exceeds the limit. */
const GROWTH = 0.95;
const MOST_REFUSED = 2;

type Filling = {
  readonly windowTokens: number;
  /** Compacts into a window and keeps at least some tokens of messages. */
  readonly fitInto: (windowTokens: number, keepTokens: number) => Promise<FitResult>;
  /** Returns the estimate that a result may have. It follows the kind of text of the result. */
  readonly limitOf: (messages: readonly Message[]) => number;
};

/**
 * Compacts again until a result leaves little of its limit free: with more messages if the summary does not fill its
 * room, then with another window. A summary that a model wrote stays.
 */
export async function fillBudget(first: FitResult, filling: Filling): Promise<FitResult> {
  const { fitInto, limitOf } = filling;
  let fitted = first;
  let { windowTokens } = filling;
  let keepTokens = 0;
  let reach = 1;
  let refused = 0;
  for (let pass = 0; pass < PASSES && refused < MOST_REFUSED; pass += 1) {
    const { outcome, view } = fitted;
    if (outcome.type !== "compacted" || outcome.receipt.attempts.length > 0) break;
    const { kept, tokensAfter } = outcome.receipt;
    const limit = limitOf(view.messages);
    const left = limit - tokensAfter;
    const added = refused > 0 ? 0 : addedTokens(outcome.receipt, windowTokens, reach);
    if (added === 0 && left >= 0 && left < LEAST_LEFT * limit) break;
    let into = windowTokens;
    if (added > 0) keepTokens = kept.tokens + added;
    else into = left < 0 ? limit : into + Math.ceil((GROWTH * left) / (1 + refused));
    const next = await fitInto(into, keepTokens);
    if (next.outcome.type !== "compacted") break;
    const { receipt } = next.outcome;
    const isUnchanged = added > 0 && receipt.kept.tokens === kept.tokens;
    reach = isUnchanged ? 2 * reach : 1;
    const isLarger =
      receipt.tokensAfter > tokensAfter && receipt.tokensAfter <= limitOf(next.view.messages);
    if (left < 0 || isLarger) {
      fitted = next;
      windowTokens = into;
    } else if (!isUnchanged) refused += 1;
  }
  return fitted;
}

/**
 * Returns the tokens of messages to add so that they fill the room that an offline summary left, since a summary does not
 * fill a large window; 0 if little is left.
 *
 * @param reach a multiple of the room, for a message that is larger: the summary gives up the rest
 */
function addedTokens(
  { compacted, tokensAfter, tokensBefore }: Receipt,
  windowTokens: number,
  reach: number,
): number {
  const left = windowTokens - tokensAfter;
  if (left < LEAST_FILLED * windowTokens) return 0;
  // What is written about fewer messages is smaller in proportion.
  return Math.floor((reach * left * compacted.tokens) / (tokensBefore - tokensAfter));
}
