import type { CompactionState } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { AIMessage, type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import { Command, REMOVE_ALL_MESSAGES } from "@langchain/langgraph";

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
 *
 * @param thread the messages that the thread contains before the answer; `null` if they stay
 */
export function withState(
  answer: unknown,
  state: CompactionState | null,
  thread: readonly BaseMessage[] | null,
): Command {
  const answered = answerMessages(answer);
  const removal = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
  const messages = thread === null ? answered.slice(1) : [removal, ...thread, ...answered];
  return new Command({
    update: {
      _cutpoint: state,
      ...(isStructured(answer) ? { structuredResponse: answer.structuredResponse } : {}),
      ...(messages.length === 0 ? {} : { messages }),
    },
  });
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
