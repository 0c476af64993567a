import { type Message, textOf } from "@cutpoint/core";
import type { JsonRecord } from "../fields.ts";
import { fromUser } from "../messages.ts";
import { contentParts } from "../openai-content.ts";
import { splitProgramText } from "../program-text.ts";
import { inputMessage } from "../responses/collect-items.ts";

/** Texts of the program, stored under the role of the user. */
const PROGRAM_TEXT = /^\s*(?:# AGENTS\.md instructions|<permissions instructions>)/;

/** Converts a message that is not from the model. A developer message is written by the program. */
export function codexInput(item: JsonRecord): readonly Message[] {
  if (item["role"] === "developer") return [fromUser("synthetic", contentParts(item["content"]))];
  return inputMessage(item).flatMap((message): readonly Message[] => {
    if (message.role !== "user") return [message];
    if (PROGRAM_TEXT.test(textOf(message))) return [{ ...message, provenance: "synthetic" }];
    return splitProgramText(message.parts);
  });
}
