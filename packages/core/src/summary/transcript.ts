import { toolArguments } from "../digest/tool-kinds.ts";
import type { Item } from "../message/item.ts";
import {
  type Message,
  type Part,
  type ToolCallPart,
  toolCalls,
  type UserMessage,
} from "../message/message.ts";
import { escapeLabels, escapeTags, quotableName, truncateMiddle } from "../message/text.ts";

export type TranscriptOptions = {
  /** The length limit of a tool result, in characters; longer ones are truncated. Default: 2,000. */
  readonly maxResultCharacters?: number;
  /** The length limit of other texts, in characters. Default: 20,000. */
  readonly maxTextCharacters?: number;
  /** The length limit of an argument of a tool call, in characters. Default: 2,000. */
  readonly maxArgumentCharacters?: number;
  /** Whether reasoning is included. Default: `false`. */
  readonly reasoning?: boolean;
};

/**
 * Renders items as one labeled text, so that a model does not take them for its own conversation: `[User]:`,
 * `[Assistant]:`, `[Assistant tool calls]:`, `[Tool result]:`, with blank lines between them.
 *
 * Cutpoint's tags and these labels are escaped inside the content. The text is well-formed Unicode.
 */
export function transcriptText(items: readonly Item[], options: TranscriptOptions = {}): string {
  const limits = {
    maxResultCharacters: options.maxResultCharacters ?? 2_000,
    maxTextCharacters: options.maxTextCharacters ?? 20_000,
    maxArgumentCharacters: options.maxArgumentCharacters ?? 2_000,
    reasoning: options.reasoning ?? false,
  };
  return items.flatMap((item) => blocksOf(item.message, limits)).join("\n\n");
}

const USER_LABELS = { user: "User", synthetic: "Host", summary: "Earlier summary" } as const;

function blocksOf(message: Message, limits: Required<TranscriptOptions>): readonly string[] {
  const { maxArgumentCharacters, maxResultCharacters, maxTextCharacters } = limits;
  const content = contentOf(message.parts);
  if (message.role === "system") return block("System", content, maxTextCharacters);
  if (message.role === "user") return block(userLabel(message), content, maxTextCharacters);
  if (message.role === "tool") {
    const text = content === "" ? "(empty)" : content;
    const result = message.failed === true ? `(failed) ${text}` : text;
    return block("Tool result", result, maxResultCharacters);
  }
  const reasoning = message.parts.flatMap((part) =>
    limits.reasoning && part.type === "reasoning" ? [part.text] : [],
  );
  const calls = toolCalls(message).map((call) => callText(call, maxArgumentCharacters));
  return [
    ...block("Assistant reasoning", reasoning.join("\n"), maxTextCharacters),
    ...block("Assistant", content, maxTextCharacters),
    ...block("Assistant tool calls", calls.join("; "), Number.POSITIVE_INFINITY),
  ];
}

function userLabel({ name = "", provenance }: UserMessage): string {
  return `${USER_LABELS[provenance]} ${quotableName(name)}`.trimEnd();
}

function block(label: string, text: string, maxCharacters: number): readonly string[] {
  if (text.trim() === "") return [];
  return [`[${label}]: ${escapeLabels(escapeTags(truncateMiddle(text, maxCharacters)))}`];
}

function contentOf(parts: readonly Part[]): string {
  const shown = parts.flatMap((part) => {
    if (part.type === "text") return [part.text];
    if (part.type === "file") return [`(file ${part.name ?? "without a name"}, ${part.mediaType})`];
    return part.type === "other" ? [`(${part.kind})`] : [];
  });
  return shown.join("\n");
}

function callText(call: ToolCallPart, maxCharacters: number): string {
  const values = Object.entries(toolArguments(call)).map(
    ([name, value]) => `${name}=${truncateMiddle(JSON.stringify(value), maxCharacters)}`,
  );
  return `${call.name}(${values.join(", ")})`;
}
