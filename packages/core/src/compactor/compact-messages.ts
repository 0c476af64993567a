import * as is from "../message/assert-message.ts";
import { abortedError } from "../message/error.ts";
import type { Item } from "../message/item.ts";
import { isPlainChat, type Message, textOf } from "../message/message.ts";
import type { Receipt } from "../message/receipt.ts";
import type { Policy } from "../plan/policy.ts";
import { readPrefix } from "../view/read-prefix.ts";
import type { ViewWarning } from "../view/sequence.ts";
import { messagesTokens, createEstimator, type TokenEstimator } from "../tokens/estimator.ts";
import { createCompactor } from "./create-compactor.ts";
import type { Summarizers, SummaryOptions } from "./options.ts";
import type { FitResult } from "./outcome.ts";

/** Options of {@link compactMessages}. */
export type CompactMessagesOptions = {
  /**
   * The size limit of the result, in tokens of `estimator`. Without one, 4 % stay free, and 6 % below 8,000
   * tokens and with letters beyond ASCII: estimates can be that much too low.
   */
  readonly budgetTokens: number;
  readonly summarizer: Summarizers;
  /** Default: `createEstimator()`. */
  readonly estimator?: TokenEstimator;
  /**
   * User text that is kept verbatim, in tokens; 0 keeps none. Default: a quarter of the budget (half of a small one, none
   * of a long conversation without tools). The last user message is kept in any case, but shortened if the budget is too
   * small; its middle is cut out last.
   */
  readonly keepUserTokens?: number;
  readonly summaries?: SummaryOptions;
  readonly signal?: AbortSignal;
};

/**
 * The shares of the budget for the newest messages and for user text. Below {@link LEAST_USER_TOKENS}, user text may take
 * the larger share. The summary takes the rest.
 */
const SHARES = { keep: 0.035, user: 0.25, mostUser: 0.5 } as const;
/** The summary of a chat contains the user's words, so fewer of them are repeated. */
const CHAT_SHARES = { keep: 0.05, user: 0, mostUser: 0 } as const;
const LEAST_USER_TOKENS = 500;

/**
 * The shares of a budget that estimates may fill: less in a small budget, where errors do not cancel out, and with letters
 * beyond ASCII. At most 0.5 % of views are above their budget then by exact count; see docs/tokens.md.
 */
const ESTIMATED_SHARES = { usual: 0.96, doubtful: 0.94 } as const;
const SMALL_BUDGET = 8_000;
/** The share of letters beyond ASCII below which a conversation counts as ASCII: names and a few quotes. */
const FEW_LETTERS = 0.003;
/** The characters of each message that are read for that. */
const SAMPLE = 2_000;

/**
 * Shortens a conversation to a budget: a summary with verbatim user text, then the newest messages. The messages may
 * begin with those of an earlier result: its rules, user text and summary are carried on.
 *
 * `receipt` is `null` if all messages fit. Missing tool results are added in any case. `warnings` lists these and other
 * repairs; the id of the third message is `message-3`.
 *
 * @throws `budget-too-small` if the system text and the smallest summary do not fit; `summary-failed`; `aborted`;
 * `invalid-input`
 */
export async function compactMessages(
  messages: readonly Message[],
  options: CompactMessagesOptions,
): Promise<{
  readonly messages: readonly Message[];
  readonly receipt: Receipt | null;
  readonly warnings: readonly ViewWarning[];
}> {
  is.assertValid(options, is.fields({}), "options");
  const { budgetTokens, signal, summaries, summarizer } = options;
  is.assertValid(budgetTokens, is.positive("tokens"), "budgetTokens");
  is.assertValid(options.keepUserTokens ?? 0, is.count, "keepUserTokens");
  is.assertMessages(messages);
  const { length, start, state } = readPrefix(messages);
  const items = messages
    .map((message, index): Item => ({ id: `message-${index + 1}`, message, stale: true }))
    .toSpliced(start, length);
  const estimator = options.estimator ?? createEstimator();
  let policy: Policy = {};
  const compactor = createCompactor({
    policy: () => policy,
    estimator,
    summarizer,
    ...(summaries === undefined ? {} : { summaries }),
  });
  const fitInto = async (windowTokens: number, keepTokens = 0): Promise<FitResult> => {
    policy = budgetPolicy(
      messages,
      { ...options, budgetTokens: windowTokens, estimator },
      keepTokens,
    );
    const request = { windowTokens, ...(signal === undefined ? {} : { signal }) };
    return compactor.fit({ items, state }, request);
  };
  const share = options.estimator === undefined ? estimatedShare(messages, budgetTokens) : 1;
  const windowTokens = Math.ceil(budgetTokens * share);
  let { view, outcome } = await fitInto(windowTokens);
  if (share < 1 && outcome.type === "failed" && outcome.error.code === "budget-too-small")
    ({ view, outcome } = await fitInto(budgetTokens));
  for (let pass = 0; pass < FILLING_PASSES && outcome.type === "compacted"; pass += 1) {
    const keepTokens = fillingTokens(outcome.receipt, windowTokens);
    const next = keepTokens === 0 ? null : await fitInto(windowTokens, keepTokens);
    if (next?.outcome.type !== "compacted") break;
    if (next.outcome.receipt.tokensAfter <= outcome.receipt.tokensAfter) break;
    ({ view, outcome } = next);
  }
  if (outcome.type === "failed") throw outcome.error;
  if (outcome.type === "cancelled") throw abortedError(signal);
  return {
    messages: view.messages,
    receipt: outcome.type === "compacted" ? outcome.receipt : null,
    warnings: view.warnings,
  };
}

function estimatedShare(messages: readonly Message[], budgetTokens: number): number {
  if (budgetTokens < SMALL_BUDGET) return ESTIMATED_SHARES.doubtful;
  let letters = 0;
  let characters = 0;
  for (const message of messages) {
    const text = textOf(message).slice(0, SAMPLE);
    letters += text.match(/[^\P{L}A-Za-z]/gu)?.length ?? 0;
    characters += text.length;
  }
  return letters > FEW_LETTERS * characters ? ESTIMATED_SHARES.doubtful : ESTIMATED_SHARES.usual;
}

/** A smaller share of a window stays free: whole messages do not fill it exactly. */
const LEAST_LEFT = 0.03;

/** Each pass leaves about a third of the room of the one before, since newer messages yield more of the summary. */
const FILLING_PASSES = 3;

/**
 * Returns the tokens of messages to keep so that they fill the room that an offline summary left, since a summary does not
 * fill a large budget; 0 if little is left, or if a model wrote the summary.
 */
function fillingTokens(
  { attempts, compacted, kept, tokensAfter, tokensBefore }: Receipt,
  windowTokens: number,
): number {
  const left = windowTokens - tokensAfter;
  if (attempts.length > 0 || left < LEAST_LEFT * windowTokens) return 0;
  // What is written about fewer messages is smaller in proportion.
  return kept.tokens + Math.floor((left * compacted.tokens) / (tokensBefore - tokensAfter));
}

/**
 * Returns the policy of {@link compactMessages}, which fills a window of `budgetTokens`. The shares apply to the window
 * without the system text.
 *
 * @param keepTokens the least size of the messages that are kept
 */
export function budgetPolicy(
  messages: readonly Message[],
  {
    budgetTokens,
    estimator = createEstimator(),
    keepUserTokens,
  }: Pick<CompactMessagesOptions, "budgetTokens" | "estimator" | "keepUserTokens">,
  keepTokens = 0,
): Policy {
  const system = messages.filter(({ role }) => role === "system");
  const room = Math.max(1, budgetTokens - messagesTokens(system, estimator));
  const part = (share: number): number =>
    Math.max(1, Math.min(budgetTokens - 1, Math.floor(room * share)));
  const { keep, user, mostUser } = isPlainChat(messages) ? CHAT_SHARES : SHARES;
  const least = Math.min(part(mostUser), LEAST_USER_TOKENS);
  return {
    workingWindowTokens: null,
    trigger: { type: "share", share: 1 },
    targetShare: 1,
    keep: { type: "tokens", tokens: Math.max(part(keep), keepTokens) },
    summaryTokens: part(1),
    keepUserTokens: keepUserTokens ?? Math.max(part(user), least),
  };
}
