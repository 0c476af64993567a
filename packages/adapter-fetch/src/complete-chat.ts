import {
  type Compactor,
  type FitResult,
  type FitOptions,
  type CompactionState,
  type Receipt,
  type TokenUsage,
  type View,
  type ViewWarning,
} from "@cutpoint/core";
import type { ChatClient, ChatRequest, SendOptions } from "./chat-client.ts";
import type { ChatMessage } from "./chat-message.ts";
import { type ChatState, chatItems } from "./chat-state.ts";
import { isSaying, toChatMessages } from "./to-chat-messages.ts";

/** What else is on the wire with the conversation; `system` is sent before it and never stored. */
export type CompletionRequest = Omit<ChatRequest, "messages"> & { readonly system?: string };

export type CompletionOptions = SendOptions & {
  /** Told of a new state before anything is sent: to be kept with the conversation. */
  readonly onState: (state: CompactionState) => Promise<void>;
};

/** One step of a conversation. */
export type CompletionResult = {
  readonly message: ChatMessage;
  readonly usage: TokenUsage | null;
  /** What was compacted on the way. */
  readonly receipts: readonly Receipt[];
  /** What became of a state whose messages were changed meanwhile. */
  readonly warnings: readonly ViewWarning[];
};

/** Asks a model to go on with a conversation; holds nothing between two calls. */
export type CompleteChat = (
  state: ChatState,
  request: CompletionRequest,
  options: CompletionOptions,
) => Promise<CompletionResult>;

/** Sends the whole conversation, however long it is. */
export function withoutCompaction(client: ChatClient): CompleteChat {
  return async ({ messages }, request, options) => {
    const answer = await client.send(requestFor(messages, request), options);
    return { ...answer, receipts: [], warnings: [] };
  };
}

/**
 * Sends what fits into the window: compacts first where that is due, and once more, harder, where the provider says that
 * the request is too large. Once a piece of an answer was told, it is never asked for again.
 */
export function withCompaction(
  client: ChatClient,
  { compactor, windowTokens }: { readonly compactor: Compactor; readonly windowTokens: number },
): CompleteChat {
  return async (state, request, { signal, onText, onState }) => {
    const items = chatItems(state);
    const limits = {
      ...limitsOf(request, windowTokens),
      ...(signal === undefined ? {} : { signal }),
    };
    const receipts: Receipt[] = [];
    const warnings: ViewWarning[] = [];
    const settle = async (fitted: FitResult, before: CompactionState | null): Promise<View> => {
      signal?.throwIfAborted();
      warnings.push(...fitted.warnings);
      if (fitted.outcome.type === "compacted") receipts.push(fitted.outcome.receipt);
      if (fitted.state !== null && fitted.state !== before) await onState(fitted.state);
      return fitted.view;
    };

    let hasEmitted = false;
    const emit = (piece: string): void => {
      hasEmitted = true;
      onText?.(piece);
    };
    const send = async (view: View): Promise<CompletionResult> => {
      const sent = requestFor(toChatMessages(view.messages).filter(isSaying), request);
      const answer = await client.send(sent, {
        ...(signal === undefined ? {} : { signal }),
        ...(onText === undefined ? {} : { onText: emit }),
      });
      return { ...answer, receipts, warnings };
    };

    const fitted = await compactor.fit({ items, state: state.compaction }, limits);
    const view = await settle(fitted, state.compaction);
    try {
      return await send(view);
    } catch (error) {
      if (hasEmitted || signal?.aborted === true) throw error;
      const recovered = await compactor.recover({ items, state: fitted.state }, error, limits);
      const smaller = await settle(recovered, fitted.state);
      if (!recovered.retry) throw error;
      return send(smaller);
    }
  };
}

function limitsOf({ model, system, tools }: CompletionRequest, windowTokens: number): FitOptions {
  return {
    model,
    windowTokens,
    ...(system === undefined ? {} : { system }),
    ...(tools === undefined || tools.length === 0 ? {} : { tools }),
  };
}

function requestFor(
  messages: readonly ChatMessage[],
  { system, ...request }: CompletionRequest,
): ChatRequest {
  const before = system === undefined ? [] : [{ role: "system", content: system }];
  return { ...request, messages: [...before, ...messages] };
}
