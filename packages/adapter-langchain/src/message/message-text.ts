import type { BaseMessage } from "@langchain/core/messages";

/** Returns the text of a message. LangChain would parse plain text as blocks first. */
export function messageText(message: BaseMessage): string {
  return typeof message.content === "string" ? message.content : message.text;
}
