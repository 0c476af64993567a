import { type Message, textOf, toolCalls } from "@cutpoint/core";

/** The longest line on which two things count as standing together, in UTF-16 units. */
export const LONGEST_LINE = 400;

/**
 * All the words of a message: its text, then each call. A call is one line where it is short, else a line for each
 * argument, strings unquoted, without the arguments' names, which the tool's definition tells.
 */
export function messageText(message: Message): string {
  const lines = message.role === "assistant" ? toolCalls(message).map(callText) : [];
  return [textOf(message), ...lines].filter((text) => text !== "").join("\n");
}

function callText(call: { readonly name: string; readonly arguments: string }): string {
  const told = argumentsOf(call.arguments);
  const line = [call.name, ...told].join(" ");
  return line.length <= LONGEST_LINE && !line.includes("\n")
    ? line
    : [call.name, ...told].join("\n");
}

function argumentsOf(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null
      ? Object.values(value).map(leafText)
      : [leafText(value)];
  } catch {
    return [json];
  }
}

function leafText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(leafText).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${leafText(each)}`)
    .join("\n");
}
