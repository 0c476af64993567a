import type { CompactionState } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { AIMessage, type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import { Command, REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import { createPrefixId } from "./prefix-id.ts";

/** A thread of LangChain messages with its stored state. */
export type Thread = {
  readonly messages: readonly BaseMessage[];
  readonly state: CompactionState | null;
};

/** The result of a model call with a response format; LangChain types it as an `AIMessage`. */
type StructuredAnswer = {
  readonly structuredResponse: unknown;
  /** The model's message first. */
  readonly messages: readonly BaseMessage[];
};

/** Returns the messages of an answer, structured or not. */
export function answerMessages(answer: unknown): readonly BaseMessage[] {
  if (AIMessage.isInstance(answer)) return [answer];
  return isStructured(answer) ? answer.messages : [];
}

/**
 * Returns an answer together with the state to store.
 *
 * LangChain writes the model's message itself. It drops a structured answer if a command is returned with it, so the
 * update contains that answer.
 */
export function withState(answer: unknown, state: CompactionState | null): Command {
  const update = { _cutpoint: state };
  if (!isStructured(answer)) return new Command({ update });
  const { structuredResponse, messages } = answer;
  const rest = messages.slice(1);
  return new Command({
    update: { ...update, structuredResponse, ...(rest.length === 0 ? {} : { messages: rest }) },
  });
}

/** Returns an answer after which the thread contains only the given messages and the answer. */
export function withThread(answer: unknown, { messages, state }: Thread): Command {
  const removal = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
  return new Command({
    update: {
      messages: [removal, ...messages, ...answerMessages(answer)],
      _cutpoint: state,
      ...(isStructured(answer) ? { structuredResponse: answer.structuredResponse } : {}),
    },
  });
}

/**
 * Returns a thread whose compacted messages are replaced by the prefix.
 *
 * @param messages the messages of the view
 */
export function replacedThread(
  messages: readonly BaseMessage[],
  {
    prefixLength,
    replacedCount,
  }: { readonly prefixLength: number; readonly replacedCount: number },
  state: CompactionState,
): Thread {
  // The state refers to its boundary by id.
  for (const message of messages) setId(message, message.id ?? createPrefixId(replacedCount));
  return { messages, state: stateAfter(state, messages[prefixLength - 1]?.id ?? null) };
}

/** Returns the state of a thread whose compacted messages were replaced. */
export function stateAfter(state: CompactionState, prefixId: string | null): CompactionState {
  const isEverythingCompacted = state.lastSeenId === state.compactedThrough;
  return {
    ...state,
    compactedThrough: prefixId,
    lastSeenId: isEverythingCompacted ? prefixId : state.lastSeenId,
  };
}

function isStructured(answer: unknown): answer is StructuredAnswer {
  return isRecord(answer) && "structuredResponse" in answer && Array.isArray(answer["messages"]);
}

/** Sets the id of a message, also in the fields that checkpointers write. */
export function setId(message: BaseMessage, id: string): void {
  message.id = id;
  message.lc_kwargs["id"] = id;
}
