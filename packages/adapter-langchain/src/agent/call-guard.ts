import type { CompactionState, FitOptions, Policy } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { parsePolicy } from "@cutpoint/core/schema";
import {
  type CompactionOptions,
  createGuardedCall,
  type GuardedCall,
  type StateOptions,
} from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { unitFormat } from "../message/unit-format.ts";
import { assertSizes } from "./assert-sizes.ts";
import { type CompactionSizes, withSizes } from "./context-size.ts";
import { reportProgress } from "./progress.ts";
import { type SummaryModel, summarizerOf } from "./summary-model.ts";
import type { Thread } from "./store-state.ts";
import { traceCompaction } from "./trace-compaction.ts";

export type CallGuardOptions = Omit<CompactionOptions, keyof StateOptions> &
  CompactionSizes &
  SummaryModel;

/** The content of a request besides its messages, and the sizes of its call. */
export type CallOptions = FitOptions & { readonly sizes?: CompactionSizes | undefined };

/**
 * Creates a function that compacts the messages of a call if needed.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createCallGuard(
  options: CallGuardOptions,
): (thread: Thread, options: CallOptions) => Promise<GuardedCall<BaseMessage>> {
  const { keep, model, policy = {}, summarizer, summaryPrompt, trigger, ...rest } = options;
  if (model !== undefined && summarizer !== undefined)
    throw invalidInput("model", model, "expected either model or summarizer");
  const own = summarizerOf({ model, summaryPrompt }) ?? summarizer;
  const common = { keep, trigger };
  assertSizes(common);
  const parsed = typeof policy === "function" ? policy : parsePolicy(policy);
  const policyFor = (request: CallOptions): Policy => {
    const { sizes = {} } = request;
    const given = typeof parsed === "function" ? parsed(request) : parsed;
    return withSizes(given, { keep: sizes.keep ?? keep, trigger: sizes.trigger ?? trigger });
  };
  const guardWith = (used: NonNullable<CompactionOptions["policy"]>) =>
    createGuardedCall(
      {
        maxStateBytes: 65_536,
        ...rest,
        ...(own === undefined ? {} : { summarizer: own }),
        policy: used,
      },
      unitFormat,
      { around: traceCompaction, onProgress: reportProgress },
    );
  const guard = guardWith(typeof parsed === "function" ? policyFor : withSizes(parsed, common));
  const sizedGuard = guardWith(policyFor);
  return async ({ messages, state }, callOptions) => {
    const { sizes } = callOptions;
    if (sizes !== undefined) assertSizes(sizes);
    return (sizes === undefined ? guard : sizedGuard)({
      messages: state === null ? messages : messages.slice(boundaryIndex(messages, state)),
      context: callOptions.model,
      options: callOptions,
      stored: state && { state },
    });
  };
}

/** Returns the index of the newest compacted message. Returns 0 if the messages after it do not match the state. */
function boundaryIndex(
  messages: readonly BaseMessage[],
  { compactedThrough, firstKeptId, lastSeenId }: CompactionState,
): number {
  if (compactedThrough === null) return 0;
  let isSeen = lastSeenId === null;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const id = messages[index]?.id;
    if (id === lastSeenId) isSeen = true;
    if (id !== compactedThrough) continue;
    const isFollowed = firstKeptId === null || messages[index + 1]?.id === firstKeptId;
    return isFollowed && isSeen ? index : 0;
  }
  return 0;
}
