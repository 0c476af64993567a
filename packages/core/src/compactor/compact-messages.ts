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
   * The size limit of the result, in tokens of `estimator`. Without one, 6 % stay free, 4 % from 8,000 tokens on, 3 % from
   * 16,000, and 7 % with Chinese, Japanese or Korean text: estimates can be that much too low.
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
 * The shares of a budget that stay free, because estimates can be that much too low: less in a large budget, where errors
 * cancel out, and more with Chinese, Japanese or Korean text. At most 0.5 % of views are above their budget then by exact
 * count; see docs/tokens.md.
 */
const MARGINS = { small: 0.06, usual: 0.04, large: 0.03, eastAsian: 0.07 } as const;
const SMALL_BUDGET = 8_000;
const LARGE_BUDGET = 16_000;
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/gu;
/** The share of such characters that has no effect: names and a few quotes. */
const FEW_CHARACTERS = 0.003;
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
  let reach = 1;
  for (let pass = 0; pass < FILLING_PASSES && outcome.type === "compacted"; pass += 1) {
    const { kept, tokensAfter } = outcome.receipt;
    const keepTokens = fillingTokens(outcome.receipt, windowTokens, reach);
    const next = keepTokens === 0 ? null : await fitInto(windowTokens, keepTokens);
    if (next?.outcome.type !== "compacted") break;
    const { receipt } = next.outcome;
    const isUnchanged = receipt.kept.tokens === kept.tokens;
    reach = isUnchanged ? 2 * reach : 1;
    if (receipt.tokensAfter > tokensAfter) ({ view, outcome } = next);
    else if (!isUnchanged) break;
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
  let found = 0;
  let characters = 0;
  for (const message of messages) {
    const text = textOf(message).slice(0, SAMPLE);
    found += text.match(EAST_ASIAN)?.length ?? 0;
    characters += text.length;
  }
  if (found > FEW_CHARACTERS * characters) return 1 - MARGINS.eastAsian;
  if (budgetTokens < SMALL_BUDGET) return 1 - MARGINS.small;
  return 1 - (budgetTokens < LARGE_BUDGET ? MARGINS.usual : MARGINS.large);
}

/** A smaller share of a window stays free, since each pass compacts again. */
const LEAST_LEFT = 0.02;

/** Each pass leaves about a third of the room of the one before, since newer messages yield more of the summary. */
const FILLING_PASSES = 3;

/**
 * Returns the tokens of messages to keep so that they fill the room that an offline summary left, since a summary does not
 * fill a large budget; 0 if little is left, or if a model wrote the summary.
 *
 * @param reach a multiple of the room, for a message that is larger: the summary gives up the rest
 */
function fillingTokens(
  { attempts, compacted, kept, tokensAfter, tokensBefore }: Receipt,
  windowTokens: number,
  reach: number,
): number {
  const left = windowTokens - tokensAfter;
  if (attempts.length > 0 || left < LEAST_LEFT * windowTokens) return 0;
  // What is written about fewer messages is smaller in proportion.
  return kept.tokens + Math.floor((reach * left * compacted.tokens) / (tokensBefore - tokensAfter));
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
