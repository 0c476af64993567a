import * as is from "../message/assert-message.ts";
import { abortedError } from "../message/error.ts";
import type { Item } from "../message/item.ts";
import { isPlainChat, type Message } from "../message/message.ts";
import type { Receipt } from "../message/receipt.ts";
import type { Policy } from "../plan/policy.ts";
import { readPrefix } from "../view/read-prefix.ts";
import type { ViewWarning } from "../view/sequence.ts";
import { messagesTokens, createEstimator, type TokenEstimator } from "../tokens/estimator.ts";
import { createCompactor } from "./create-compactor.ts";
import { estimatedLimit } from "./estimated-limit.ts";
import { fillBudget } from "./fill-budget.ts";
import type { Summarizers, SummaryOptions } from "./options.ts";
import type { FitResult } from "./outcome.ts";

/** Options of {@link compactMessages}. */
export type CompactMessagesOptions = {
  /**
   * The size limit of the result, in tokens of `estimator`. Without one, up to 7.5 % stay free, because estimates can be that
   * much too low: less the more of the text is sentences in Latin script, and 1 % less from 16,000 tokens on.
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
  const limitOf = (sent: readonly Message[]): number =>
    options.estimator === undefined ? estimatedLimit(sent, budgetTokens, estimator) : budgetTokens;
  const windowTokens = limitOf(messages);
  let fitted = await fitInto(windowTokens);
  if (isTooSmall(fitted) && windowTokens < budgetTokens) fitted = await fitInto(budgetTokens);
  else fitted = await fillBudget(fitted, { windowTokens, fitInto, limitOf });
  const { outcome, view } = fitted;
  if (outcome.type === "failed") throw outcome.error;
  if (outcome.type === "cancelled") throw abortedError(signal);
  return {
    messages: view.messages,
    receipt: outcome.type === "compacted" ? outcome.receipt : null,
    warnings: view.warnings,
  };
}

function isTooSmall({ outcome }: FitResult): boolean {
  return outcome.type === "failed" && outcome.error.code === "budget-too-small";
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
