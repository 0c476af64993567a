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
import { invalidInput } from "@cutpoint/core/kit";
import type { ChatClient, ChatRequest, SendOptions } from "./chat-client.ts";
import type { ChatMessage } from "@cutpoint/host-kit/http";
import { type ChatState, chatItems } from "./chat-state.ts";
import { hasContent, toChatMessages } from "./messages.ts";

/** The request besides the messages. `system` is sent first and never stored. */
export type CompletionRequest = Omit<ChatRequest, "messages"> & { readonly system?: string };

type CompletionOptions = SendOptions & {
  /** Called with a new state before the request is sent. Store it with the conversation. */
  readonly onState: (state: CompactionState) => Promise<void>;
};

/** The result of one step of a conversation. */
type CompletionResult = {
  readonly message: ChatMessage;
  readonly usage: TokenUsage | null;
  /** The compactions of this step. */
  readonly receipts: readonly Receipt[];
  /** Warnings about the views, for example if messages that the state refers to were changed. */
  readonly warnings: readonly ViewWarning[];
};

/** Requests the next answer of a conversation. Keeps no data between calls. */
export type CompleteChat = (
  state: ChatState,
  request: CompletionRequest,
  options: CompletionOptions,
) => Promise<CompletionResult>;

/**
 * Sends the whole conversation, without compaction.
 *
 * @throws `invalid-input` if the client is missing
 */
export function withoutCompaction(client: ChatClient): CompleteChat {
  assertClient(client);
  return async ({ messages }, request, options) => {
    const answer = await client.send(requestFor(messages, request), options);
    return { ...answer, receipts: [], warnings: [] };
  };
}

/**
 * Sends a view that fits the window, and compacts first if needed.
 *
 * If the provider refuses the request for its size, it compacts again and retries once. A request is not retried after
 * a piece of its answer was passed to `onText`.
 *
 * @throws `invalid-input` if the client or the compactor is missing
 */
export function withCompaction(
  client: ChatClient,
  options: { readonly compactor: Compactor; readonly windowTokens: number },
): CompleteChat {
  assertClient(client);
  if (typeof options?.compactor?.fit !== "function")
    throw invalidInput("compactor", options?.compactor, "expected a compactor of createCompactor");
  const { compactor, windowTokens } = options;
  return async (state, request, { signal, onText, onState }) => {
    const items = chatItems(state);
    const limits = {
      ...limitsOf(request, windowTokens),
      ...(signal === undefined ? {} : { signal }),
    };
    const receipts: Receipt[] = [];
    const warnings: ViewWarning[] = [];
    const record = async (fitted: FitResult, before: CompactionState | null): Promise<View> => {
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
      const sent = requestFor(toChatMessages(view.messages).filter(hasContent), request);
      const answer = await client.send(sent, {
        ...(signal === undefined ? {} : { signal }),
        ...(onText === undefined ? {} : { onText: emit }),
      });
      return { ...answer, receipts, warnings };
    };

    const fitted = await compactor.fit({ items, state: state.compaction }, limits);
    const view = await record(fitted, state.compaction);
    try {
      return await send(view);
    } catch (error) {
      if (hasEmitted || signal?.aborted === true) throw error;
      const recovered = await compactor.recover({ items, state: fitted.state }, error, limits);
      const smaller = await record(recovered, fitted.state);
      if (!recovered.retry) throw error;
      return send(smaller);
    }
  };
}

function assertClient(client: ChatClient): void {
  if (typeof client?.send !== "function")
    throw invalidInput("client", client, "expected a client of createChatClient");
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
