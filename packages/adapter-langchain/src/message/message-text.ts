import type { BaseMessage } from "@langchain/core/messages";

/** The text of a message; LangChain reads a plain one, too, through everything that blocks may be. */
export function messageText(message: BaseMessage): string {
  return typeof message.content === "string" ? message.content : message.text;
}
