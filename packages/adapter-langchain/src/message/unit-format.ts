import { findToolName, sortedJson, type UnitFormat } from "@cutpoint/host-kit";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { changedMessage } from "./changed-message.ts";
import { toLangChainMessage } from "./convert.ts";
import { packMessage } from "./packed-message.ts";
import { projectionOf } from "./projection.ts";

/** A message, and the tool that a result belongs to. */
export type MessageUnit = { readonly message: BaseMessage; readonly toolName?: string | undefined };

/** How LangChain writes messages. The context of a request is the name of its model. */
export const unitFormat: UnitFormat<MessageUnit, BaseMessage> = {
  split: (messages, start = 0) =>
    messages.slice(start).map((message, index) => ({
      message,
      toolName: toolNameOf(messages, start + index),
    })),
  join: (units) => units.map(({ message }) => message),
  messageCount: () => 1,
  idOf: ({ message }) => message.id,
  contentOf: ({ message }) => sortedJson(packMessage(message)),
  toMessage: ({ message, toolName }, model) =>
    projectionOf(message, { model, toolName: () => toolName }),
  fromMessage: (message, original) => ({
    message:
      original === undefined ? toLangChainMessage(message) : changedMessage(message, original),
  }),
  fieldsOf,
};

/** Results of some hosts have no tool name, but their calls do. */
function toolNameOf(messages: readonly BaseMessage[], place: number): string | undefined {
  const result = messages[place];
  if (!ToolMessage.isInstance(result) || result.name) return undefined;
  return findToolName(messages, place, (before) =>
    AIMessage.isInstance(before)
      ? before.tool_calls?.find(({ id }) => id === result.tool_call_id)?.name
      : undefined,
  );
}

/** Returns the fields of a message that the model may see. The arguments of its constructor repeat them. */
function fieldsOf(message: object): unknown {
  return { ...message, lc_kwargs: null, artifact: null };
}
