import { textOf, type UserMessage } from "@cutpoint/core";
import { userParts } from "../anthropic-blocks.ts";
import { textParts } from "../content-parts.ts";
import { type JsonRecord, jsonText, recordIn, textIn } from "../fields.ts";
import { fromUser } from "../messages.ts";
import { splitProgramText } from "../program-text.ts";

/** Texts of the program, stored under the role of the user. */
const PROGRAM_TEXT =
  /^\s*(?:<command-(?:name|message)>|Base directory for this skill:|[A-Z][A-Za-z]+ hook feedback:)/;

const COMMAND_ARGUMENTS = { start: "<command-args>", end: "</command-args>" };

/** Returns the messages of a user line, without the results of tool calls. */
export function userMessages(line: JsonRecord): readonly UserMessage[] {
  const parts = userParts(recordIn(line, "message")["content"]);
  if (parts.length === 0) return [];
  if (line["isCompactSummary"] === true) return [fromUser("summary", parts)];
  if (isFromProgram(line)) return [fromUser("synthetic", parts)];
  const place = parts.findIndex((part) => part.type === "text" && PROGRAM_TEXT.test(part.text));
  if (place === -1) return splitProgramText(parts);
  const program = fromUser("synthetic", parts.slice(place));
  const words = commandArguments(textOf(program));
  return [
    ...splitProgramText(parts.slice(0, place)),
    program,
    ...(words === "" ? [] : [fromUser("user", textParts(words))]),
  ];
}

function commandArguments(text: string): string {
  const { start, end } = COMMAND_ARGUMENTS;
  const from = text.indexOf(start);
  const to = from === -1 ? -1 : text.indexOf(end, from);
  return to === -1 ? "" : text.slice(from + start.length, to).trim();
}

function isFromProgram(line: JsonRecord): boolean {
  const kind = textIn(recordIn(line, "origin"), "kind");
  return line["isMeta"] === true || (kind !== undefined && kind !== "human");
}

/** Returns what an attachment showed to the model. A queued command contains words of the user. */
export function attachmentMessage(line: JsonRecord): UserMessage {
  const attachment = recordIn(line, "attachment");
  const isQueued = attachment["type"] === "queued_command";
  const prompt = isQueued ? userParts(attachment["prompt"]) : [];
  const isHuman = textIn(recordIn(attachment, "origin"), "kind") === "human";
  if (prompt.length > 0) return fromUser(isHuman ? "user" : "synthetic", prompt);
  return fromUser("synthetic", textParts(textIn(attachment, "content") ?? jsonText(attachment)));
}
