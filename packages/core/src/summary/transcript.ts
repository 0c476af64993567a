import { toolArguments } from "../digest/tool-kinds.ts";
import type { Item } from "../message/item.ts";
import type { Message, Part, ToolCallPart } from "../message/message.ts";
import { escapeTags, truncateMiddle } from "../message/text.ts";

export type TranscriptOptions = {
  /** The most of one tool result, in characters; its head and tail are kept. Default 2,000. */
  readonly maxResultCharacters?: number;
  /** The most of any other text, in characters. Default 20,000. */
  readonly maxTextCharacters?: number;
  /** The most of one argument of a tool call, in characters. Default 2,000. */
  readonly maxArgumentCharacters?: number;
  /** Whether a model's reasoning is told as well. Default `false`. */
  readonly reasoning?: boolean;
};

const LABEL =
  /^([^\S\r\n\u2028\u2029]*)\[(?=(?:System|User|Host|Earlier summary|Assistant|Assistant reasoning|Assistant tool calls|Tool result)\]:)/gmu;

/**
 * Items as text for a reader that must not take it for a conversation of its own: `[User]:`, `[Assistant]:`,
 * `[Assistant tool calls]:`, `[Tool result]:`, blank lines between.
 *
 * Our own tags and these labels are neutralised where they stand inside of what was said. The text is well-formed
 * unicode.
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

function blocksOf(message: Message, limits: Required<TranscriptOptions>): readonly string[] {
  const words = contentOf(message.parts);
  switch (message.role) {
    case "system":
      return block("System", words, limits.maxTextCharacters);
    case "user": {
      const label = { user: "User", synthetic: "Host", summary: "Earlier summary" }[
        message.provenance
      ];
      return block(label, words, limits.maxTextCharacters);
    }
    case "tool": {
      const text = words === "" ? "(empty)" : words;
      return block(
        "Tool result",
        message.failed === true ? `(failed) ${text}` : text,
        limits.maxResultCharacters,
      );
    }
    case "assistant": {
      const calls = message.parts.filter((part) => part.type === "tool-call");
      const reasoning = message.parts.flatMap((part) =>
        part.type === "reasoning" ? [part.text] : [],
      );
      return [
        ...(limits.reasoning
          ? block("Assistant reasoning", reasoning.join("\n"), limits.maxTextCharacters)
          : []),
        ...block("Assistant", words, limits.maxTextCharacters),
        ...block(
          "Assistant tool calls",
          calls.map((call) => callText(call, limits.maxArgumentCharacters)).join("; "),
          Number.POSITIVE_INFINITY,
        ),
      ];
    }
  }
}

function block(label: string, text: string, maxCharacters: number): readonly string[] {
  if (text.trim() === "") return [];
  return [`[${label}]: ${neutral(truncateMiddle(text, maxCharacters))}`];
}

function neutral(text: string): string {
  return escapeTags(text).replace(LABEL, "$1\\[");
}

function contentOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => {
      switch (part.type) {
        case "text":
          return [part.text];
        case "file":
          return [`(file ${part.name ?? "without a name"}, ${part.mediaType})`];
        case "other":
          return [`(${part.kind})`];
        case "reasoning":
        case "tool-call":
          return [];
      }
    })
    .join("\n");
}

function callText(call: ToolCallPart, maxCharacters: number): string {
  const told = Object.entries(toolArguments(call)).map(
    ([name, value]) => `${name}=${truncateMiddle(JSON.stringify(value), maxCharacters)}`,
  );
  return `${call.name}(${told.join(", ")})`;
}
