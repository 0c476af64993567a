import { type Message, textOf } from "@cutpoint/core";
import type { JsonRecord } from "../fields.ts";
import { contentParts } from "../openai-content.ts";
import { inputMessage } from "../responses/collect-items.ts";

/** Texts of the program, stored under the role of the user. */
const PROGRAM_TEXT =
  /^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|turn_aborted|skill|permissions instructions)\b)/;

/** Converts a message that is not from the model. A developer message is written by the program. */
export function codexInput(item: JsonRecord): Message {
  if (item["role"] === "developer")
    return {
      role: "user",
      provenance: "synthetic",
      parts: contentParts(item["content"]),
    };
  const message = inputMessage(item);
  if (message.role !== "user" || !PROGRAM_TEXT.test(textOf(message))) return message;
  return { ...message, provenance: "synthetic" };
}
