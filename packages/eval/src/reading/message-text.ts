import { type Message, textOf, toolCalls } from "@cutpoint/core";
import { parseJson } from "@cutpoint/core/kit";

/** Longest line on which two anchors count as related, in UTF-16 units. */
export const LONGEST_LINE = 400;

/**
 * Returns the text of a message and of its calls.
 *
 * A short call is one line. A long call has one line for each argument, with strings unquoted and without the
 * argument's name, which the tool definition contains.
 */
export function messageText(message: Message): string {
  const lines = message.role === "assistant" ? toolCalls(message).map(callText) : [];
  return [textOf(message), ...lines].filter((text) => text !== "").join("\n");
}

function callText(call: { readonly name: string; readonly arguments: string }): string {
  const values = argumentsOf(call.arguments);
  const line = [call.name, ...values].join(" ");
  return line.length <= LONGEST_LINE && !line.includes("\n")
    ? line
    : [call.name, ...values].join("\n");
}

function argumentsOf(json: string): readonly string[] {
  const value = parseJson(json);
  if (value === undefined) return [json];
  return typeof value === "object" && value !== null
    ? Object.values(value).map(leafText)
    : [leafText(value)];
}

function leafText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(leafText).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${leafText(each)}`)
    .join("\n");
}
