import type { CompactionState } from "@cutpoint/core";
import { AIMessage, type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import { Command, REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import type { HostFitted } from "../host-compactor.ts";
import { isRecord } from "../message/json-value.ts";

/**
 * An answer after which the thread holds the compacted messages and nothing else. The state stays in force: what it covers
 * now ends with the messages that it stands for.
 */
export function replaced(fitted: HostFitted, answer: AIMessage): AIMessage | Command {
  const removal = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
  const messages = fitted.messages.map(withId);
  if (AIMessage.isInstance(answer)) {
    const headId = messages[fitted.prefixLength - 1]?.id ?? null;
    const _cutpoint = fitted.state === null ? null : coveringHead(fitted.state, headId);
    return new Command({ update: { messages: [removal, ...messages, answer], _cutpoint } });
  }
  const structured: unknown = answer;
  if (!isRecord(structured) || !Array.isArray(structured["messages"])) return answer;
  const answers = structured["messages"] as readonly unknown[];
  return { ...structured, messages: [removal, ...messages, ...answers] } as object as AIMessage;
}

/** A message by which the state can find its boundary again. */
function withId(message: BaseMessage): BaseMessage {
  message.id ??= crypto.randomUUID();
  return message;
}

function coveringHead(state: CompactionState, headId: string | null): CompactionState {
  const isAllCovered = state.lastSeenId === state.compactedThrough;
  return {
    ...state,
    compactedThrough: headId,
    lastSeenId: isAllCovered ? headId : state.lastSeenId,
  };
}
