import { isUserText, type Message } from "../model/message.ts";

/** Stands before a person's words. */
export const USER = "user: ";

/** What stands before the words of a message; the empty text where neither a person nor the model said them. */
export function roleLabel(message: Message): string {
  if (isUserText(message)) return USER;
  return message.role === "assistant" ? "assistant: " : "";
}
