import { CutpointError, invalidInput } from "../message/error.ts";
import type { Item } from "../message/item.ts";
import { isChat, type Message } from "../message/message.ts";
import type { Receipt } from "../message/receipt.ts";
import type { Policy } from "../plan/policy.ts";
import { parseMessage } from "../schema/message-schema.ts";
import { createEstimator, type TokenEstimator } from "../tokens/estimator.ts";
import { createCompactor } from "./create-compactor.ts";
import type { CompactorOptions, SummaryOptions } from "./options.ts";
import type { FitResult } from "./outcome.ts";

export type CompactMessagesOptions = {
  /** The most that the result may take, in tokens of the estimator. */
  readonly budgetTokens: number;
  readonly estimator?: TokenEstimator;
  readonly summarizer?: NonNullable<CompactorOptions["summarizer"]>;
  readonly summaries?: SummaryOptions;
  /**
   * The most user text that stays verbatim, in tokens. Default: a quarter of the budget (of a small one half; of a long
   * talk without tools a twentieth), and the last message whatever its size; with 0 no message is too large.
   */
  readonly keepUserTokens?: number;
  readonly signal?: AbortSignal;
};

/**
 * What of the budget stays as it is, and what the human's words may take: a share and, where that is less than
 * {@link LEAST_HUMAN_TOKENS}, so many, but no more than another share. The summary takes what they leave.
 */
const SHARES = { keep: 0.125, human: 0.25, mostHuman: 0.5 } as const;
/** Of talk the summary tells every turn that it can, the human's words among them. */
const TALK_SHARES = { keep: 0.1, human: 0.05, mostHuman: 0.05 } as const;
const LEAST_HUMAN_TOKENS = 500;

/** No more than the last message is carried, which is carried whatever its size. */
const LAST_TEXT_ONLY = 1;

/**
 * A conversation made to fit a budget, for those who have no session: the newest messages as they are, before them a
 * summary with the human's own words. `receipt` is `null` where everything fits already; the messages are then those
 * that a provider accepts, calls and results made whole.
 *
 * @throws `budget-too-small` where the system message and the last human message do not fit, `summary-failed`,
 * `aborted`, `invalid-input`
 */
export async function compactMessages(
  messages: readonly Message[],
  options: CompactMessagesOptions,
): Promise<{ readonly messages: readonly Message[]; readonly receipt: Receipt | null }> {
  const { budgetTokens, signal } = options;
  if (!Number.isFinite(budgetTokens) || budgetTokens <= 0)
    throw invalidInput("budgetTokens", budgetTokens, "it should be a number of tokens above 0");
  const items = messages.map((message, index): Item => ({
    id: `message-${index + 1}`,
    message: parseMessage(message, `messages[${index}]`),
    stale: true,
  }));
  const estimator = options.estimator ?? createEstimator();
  const fitted = (policy: Policy): Promise<FitResult> =>
    createCompactor({
      policy,
      estimator,
      ...(options.summarizer === undefined ? {} : { summarizer: options.summarizer }),
      ...(options.summaries === undefined ? {} : { summaries: options.summaries }),
    }).fit(
      { items, state: null },
      { windowTokens: budgetTokens, ...(signal === undefined ? {} : { signal }) },
    );
  const policy = budgetPolicy(messages, { ...options, estimator });
  const first = await fitted(policy);
  const isTooSmall =
    first.outcome.type === "failed" && first.outcome.error.code === "budget-too-small";
  const { view, outcome } =
    isTooSmall && options.keepUserTokens === undefined
      ? await fitted({ ...policy, keepUserTokens: LAST_TEXT_ONLY })
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
 * The policy of {@link compactMessages} for these messages and a window of `budgetTokens`, which a compaction fills: what
 * their system text leaves is shared out, otherwise where people only talk.
 */
export function budgetPolicy(
  messages: readonly Message[],
  {
    budgetTokens,
    estimator = createEstimator(),
    keepUserTokens,
  }: Pick<CompactMessagesOptions, "budgetTokens" | "keepUserTokens" | "estimator">,
): Policy {
  const systemTokens = messages.reduce(
    (sum, message) => sum + (message.role === "system" ? estimator.estimate(message) : 0),
    0,
  );
  const room = Math.max(1, budgetTokens - systemTokens);
  const part = (share: number): number =>
    Math.max(1, Math.min(budgetTokens - 1, Math.floor(room * share)));
  const { keep, human, mostHuman } = isChat(messages) ? TALK_SHARES : SHARES;
  const least = Math.min(part(mostHuman), LEAST_HUMAN_TOKENS);
  return {
    trigger: { type: "share", share: 1 },
    keepTokens: part(keep),
    summaryTokens: part(1),
    keepUserTokens: keepUserTokens ?? Math.max(part(human), least),
  };
}
