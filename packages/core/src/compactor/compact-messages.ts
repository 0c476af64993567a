import { CutpointError, invalidInput } from "../model/error.ts";
import type { Item } from "../model/item.ts";
import type { Message } from "../model/message.ts";
import type { Receipt } from "../model/receipt.ts";
import { parseMessage } from "../model/message-schema.ts";
import type { Carry, Policy } from "../plan/policy.ts";
import { createEstimator } from "../tokens/create-estimator.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { createCompactor } from "./create-compactor.ts";
import type { CompactorOptions } from "./engine.ts";
import type { SummaryRules } from "./summary-rules.ts";

export type CompactMessagesOptions = {
  /** The most that the result may take, in tokens of the estimator. */
  readonly budgetTokens: number;
  readonly estimator?: TokenEstimator;
  readonly summarizer?: NonNullable<CompactorOptions["summarizer"]>;
  readonly summaries?: SummaryRules;
  /**
   * What of the human's words goes along to the letter. Default: a quarter of the budget (of a small one half), and the last message
   * whatever its size; with `"none"` no message is too large.
   */
  readonly carry?: Carry;
  readonly signal?: AbortSignal;
};

/** What of the budget stays as it is. */
const KEEP_SHARE = 0.2;
/**
 * What the human's words may take of the budget: this share, and where that is less than so many tokens, as many, but no
 * more than half of it. The summary takes what they leave.
 */
const HUMAN = { share: 0.25, leastTokens: 500, mostShare: 0.5 } as const;

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
  const systemTokens = items.reduce(
    (sum, { message }) => sum + (message.role === "system" ? estimator.estimate(message) : 0),
    0,
  );
  const compactor = createCompactor({
    policy: budgetPolicy(budgetTokens, systemTokens, options.carry),
    estimator,
    ...(options.summarizer === undefined ? {} : { summarizer: options.summarizer }),
    ...(options.summaries === undefined ? {} : { summaries: options.summaries }),
  });
  const { view, outcome } = await compactor.fit(
    { items, mark: null },
    { windowTokens: budgetTokens, ...(signal === undefined ? {} : { signal }) },
  );
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
 * The policy of {@link compactMessages}: the budget is the window, and a compaction fills it.
 *
 * @param systemTokens what of the budget the system messages take
 */
export function budgetPolicy(budgetTokens: number, systemTokens: number, carry?: Carry): Policy {
  const room = Math.max(1, budgetTokens - systemTokens);
  const part = (share: number): number =>
    Math.max(1, Math.min(budgetTokens - 1, Math.floor(room * share)));
  const least = Math.min(part(HUMAN.mostShare), HUMAN.leastTokens);
  return {
    trigger: { type: "share", share: 1 },
    keepTokens: part(KEEP_SHARE),
    summaryTokens: part(1),
    carry: carry ?? { humanTokens: Math.max(part(HUMAN.share), least) },
  };
}
