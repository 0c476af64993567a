import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { CompactionState, Compactor, FitResult, Receipt, ViewWarning } from "@cutpoint/core";
import { findNewest, type StateStorage } from "@cutpoint/host-kit";
import { type AnswerEnd, usageOf } from "./answer.ts";
import {
  type AnswerText,
  type PromptItems,
  type PromptMemory,
  promptItems,
  viewPrompt,
} from "./prompt/prompt-items.ts";
import { conversationOf, fitOptions, withoutOwnOptions } from "./request-facts.ts";

/** Shared by all calls of a middleware. */
export type CallContext = {
  readonly compactor: Compactor;
  readonly stateStorage: StateStorage<CompactionState>;
  readonly memory: PromptMemory;
  readonly onWarning: (warning: ViewWarning) => void;
};

/** A call to a model with a prompt that fits the window. */
export type CompactedCall = {
  readonly params: LanguageModelV4CallOptions;
  /** The receipts of the compactions for this call. */
  readonly receipts: readonly Receipt[];
  /**
   * Returns the call to make after a failure or an empty answer. Returns `null` if that is not an overflow, if nothing
   * became smaller, or if this is the second attempt.
   */
  readonly retryAfter: (failure: unknown) => Promise<CompactedCall | null>;
  /** Remembers the state and the usage of the answer for the next request. */
  readonly recordAnswer: (end: AnswerEnd, answer: AnswerText) => Promise<void>;
};

/**
 * Compacts the prompt of a call if needed. Returns the original prompt otherwise.
 *
 * @throws the abort reason if the call's signal is aborted
 */
export async function compactCall(
  { compactor, memory, onWarning, stateStorage }: CallContext,
  params: LanguageModelV4CallOptions,
  model: string,
): Promise<CompactedCall> {
  const attempt = withoutOwnOptions(params);
  const host: PromptItems = promptItems(params.prompt, memory, conversationOf(params));
  const { items } = host;
  const options = fitOptions(params, model);
  // Answers find the state of a conversation whose older messages changed, so that the loss is reported.
  const before =
    (await findNewest(
      stateStorage,
      items.map(({ id }) => id),
    )) ?? (await findNewest(stateStorage, host.answerKeys));
  return createCall(before, await compactor.fit({ items, state: before }, options), null);

  async function createCall(
    previous: CompactionState | null,
    fitted: FitResult,
    failed: CompactedCall | null,
  ): Promise<CompactedCall> {
    params.abortSignal?.throwIfAborted();
    fitted.warnings.forEach(onWarning);
    const { outcome, state, view } = fitted;
    if (state !== previous) await saveState(state);
    const receipts = [
      ...(failed?.receipts ?? []),
      ...(outcome.type === "compacted" ? [outcome.receipt] : []),
    ];
    const call: CompactedCall = {
      params: { ...attempt, prompt: viewPrompt(view, host) },
      receipts,
      async retryAfter(failure) {
        if (failed !== null) return null;
        const recovered = await compactor.recover({ items, state }, failure, options);
        if (recovered.retry) return createCall(state, recovered, call);
        if (recovered.state !== state) await saveState(recovered.state);
        return null;
      },
      async recordAnswer({ usage }, answer) {
        if (state !== null && state.compactedThrough !== null)
          await stateStorage.save([host.nextAnswerKey(answer)], state);
        const last = items.at(-1)?.id;
        const tokenUsage = usageOf(usage);
        if (last !== undefined && tokenUsage !== undefined)
          memory.reports.set(last, { usage: tokenUsage, model });
      },
    };
    return call;
  }

  async function saveState(state: CompactionState | null): Promise<void> {
    const last = items.at(-1)?.id;
    if (state === null || last === undefined) return;
    const { compactedThrough } = state;
    await stateStorage.save(compactedThrough === null ? [last] : [compactedThrough, last], state);
  }
}
