import { assertMessage } from "../message/assert-message.ts";
import { CutpointError, invalidInput } from "../message/error.ts";
import type { Item } from "../message/item.ts";
import { isPlainChat, type Message } from "../message/message.ts";
import type { Receipt } from "../message/receipt.ts";
import type { Policy } from "../plan/policy.ts";
import { createEstimator, type TokenEstimator } from "../tokens/estimator.ts";
import { createCompactor } from "./create-compactor.ts";
import type { Summarizers, SummaryOptions } from "./options.ts";
import type { FitResult } from "./outcome.ts";

/** Options of {@link compactMessages}. */
export type CompactMessagesOptions = {
  /** The size limit of the result, as counted by the estimator. */
  readonly budgetTokens: number;
  readonly summarizer: Summarizers;
  /** Default: `createEstimator()`. */
  readonly estimator?: TokenEstimator;
  /**
   * User text that is kept verbatim, in tokens; 0 keeps none. Default: a quarter of the budget (half of a small one, a
   * twentieth of a long conversation without tools). The last user message is always kept by default.
   */
  readonly keepUserTokens?: number;
  readonly summaries?: SummaryOptions;
  readonly signal?: AbortSignal;
};

/**
 * The shares of the budget for the newest messages and for user text. Below {@link LEAST_USER_TOKENS}, user text may take
 * the larger share. The summary takes the rest.
 */
const SHARES = { keep: 0.125, user: 0.25, mostUser: 0.5 } as const;
/** The summary of a chat contains the user's words, so fewer of them are repeated. */
const CHAT_SHARES = { keep: 0.1, user: 0.05, mostUser: 0.05 } as const;
const LEAST_USER_TOKENS = 500;

/** Keeps the last user message only, which is kept at any size. */
const LAST_MESSAGE_ONLY = 1;

/**
 * Shortens a conversation to a budget: a summary with verbatim user text, then the newest messages.
 *
 * `receipt` is `null` if all messages fit. Missing tool results are added in any case.
 *
 * @throws `budget-too-small` if the system message and the last user message do not fit; `summary-failed`; `aborted`;
 * `invalid-input`
 */
export async function compactMessages(
  messages: readonly Message[],
  options: CompactMessagesOptions,
): Promise<{ readonly messages: readonly Message[]; readonly receipt: Receipt | null }> {
  const { budgetTokens, signal, summaries, summarizer } = options;
  if (!Number.isFinite(budgetTokens) || budgetTokens <= 0)
    throw invalidInput("budgetTokens", budgetTokens, "expected a positive number of tokens");
  const items = messages.map((message, index): Item => {
    assertMessage(message, `messages[${index}]`);
    return { id: `message-${index + 1}`, message, stale: true };
  });
  const estimator = options.estimator ?? createEstimator();
  const fit = async (policy: Policy): Promise<FitResult> =>
    createCompactor({
      policy,
      estimator,
      summarizer,
      ...(summaries === undefined ? {} : { summaries }),
    }).fit(
      { items, state: null },
      { windowTokens: budgetTokens, ...(signal === undefined ? {} : { signal }) },
    );
  const policy = budgetPolicy(messages, { ...options, estimator });
  const first = await fit(policy);
  const isTooSmall =
    first.outcome.type === "failed" && first.outcome.error.code === "budget-too-small";
  const { view, outcome } =
    isTooSmall && options.keepUserTokens === undefined
      ? await fit({ ...policy, keepUserTokens: LAST_MESSAGE_ONLY })
      : first;
  switch (outcome.type) {
    case "compacted":
      return { messages: view.messages, receipt: outcome.receipt };
    case "failed":
      throw outcome.error;
    case "cancelled":
      throw new CutpointError("aborted", "the compaction was cancelled", { cause: signal?.reason });
    case "unchanged":
      if (outcome.why === "below-trigger") return { messages: view.messages, receipt: null };
      throw new CutpointError(
        "budget-too-small",
        `budgetTokens is ${budgetTokens}: the messages need more, and nothing can be left out of them (${outcome.why})`,
      );
  }
}

/**
 * Returns the policy of {@link compactMessages}, which fills a window of `budgetTokens`. The shares apply to the window
 * without the system text.
 */
export function budgetPolicy(
  messages: readonly Message[],
  {
    budgetTokens,
    estimator = createEstimator(),
    keepUserTokens,
  }: Pick<CompactMessagesOptions, "budgetTokens" | "estimator" | "keepUserTokens">,
): Policy {
  const systemTokens = messages.reduce(
    (sum, message) => sum + (message.role === "system" ? estimator.estimate(message) : 0),
    0,
  );
  const room = Math.max(1, budgetTokens - systemTokens);
  const part = (share: number): number =>
    Math.max(1, Math.min(budgetTokens - 1, Math.floor(room * share)));
  const { keep, user, mostUser } = isPlainChat(messages) ? CHAT_SHARES : SHARES;
  const least = Math.min(part(mostUser), LEAST_USER_TOKENS);
  return {
    workingWindowTokens: null,
    trigger: { type: "share", share: 1 },
    keepTokens: part(keep),
    summaryTokens: part(1),
    keepUserTokens: keepUserTokens ?? Math.max(part(user), least),
  };
}
