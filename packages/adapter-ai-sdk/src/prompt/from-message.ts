import { type FilePart, type Json, type Message, type Part, textOf } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { fromJson, originalPlaces, wellFormedJson } from "@cutpoint/host-kit";
import type { FilePart as SdkFilePart, ModelMessage, TextPart, ToolResultPart } from "ai";

/**
 * Converts a message to one of the SDK.
 *
 * @param original the message that it was made from, with its parts: unchanged parts keep the options of their provider
 */
export function fromMessage(message: Message, original?: Original): ModelMessage {
  const options = original?.own.providerOptions;
  const common = options === undefined ? {} : { providerOptions: options };
  const places = originalPlaces(message.parts, original?.parts ?? []);
  const content = (): never[] =>
    message.parts.map(
      (part) => ownPart(part, places.get(part), original?.own) ?? newPart(part),
    ) as never[];
  switch (message.role) {
    case "system":
      return { role: "system", content: textOf(message), ...common };
    case "user":
      return { role: "user", content: content(), ...common };
    case "assistant":
      return { role: "assistant", content: content(), ...common };
    case "tool":
      return {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolName: message.name,
            output: outputOf(message),
            ...(isKept(message.parts, original) ? ownResult(original?.own) : {}),
            toolCallId: message.callId,
          },
        ],
        ...common,
      };
  }
}

type Original = { readonly own: ModelMessage; readonly parts: readonly Part[] };

/** Returns the part of the original message that a part was made from. A call with a new id keeps its other fields. */
function ownPart(part: Part, place = -1, own?: ModelMessage): unknown {
  const content: unknown = own?.content;
  const found: unknown = Array.isArray(content) ? content[place] : undefined;
  return part.type === "tool-call" && isRecord(found)
    ? { ...found, toolCallId: part.callId }
    : found;
}

function isKept(parts: readonly Part[], original: Original | undefined): boolean {
  return (
    original?.parts.length === parts.length &&
    parts.every((part, place) => part === original.parts[place])
  );
}

function ownResult(own: ModelMessage | undefined): Partial<ToolResultPart> {
  const [result] = own?.role === "tool" ? own.content : [];
  return result?.type === "tool-result" ? result : {};
}

function newPart(part: Part): unknown {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "reasoning":
      return { type: "reasoning", text: part.text };
    case "file":
      return newFile(part);
    case "tool-call":
      return {
        type: "tool-call",
        toolCallId: part.callId,
        toolName: part.name,
        input: argumentsOf(part.arguments),
      };
    case "other":
      return isRecord(part.value) && typeof part.value["type"] === "string"
        ? fromJson(part.value)
        : { type: "text", text: JSON.stringify(part.value) };
  }
}

/**
 * Writes base64 or an address without a tag, which AI SDK 6 and 7 accept. Writes the file's name if its address cannot be
 * parsed, such as a path.
 */
function newFile({ mediaType, name, url }: FilePart): SdkFilePart | TextPart {
  const base64 = /^data:[^,]*;base64,(.*)$/su.exec(url)?.[1];
  if (base64 === undefined && !URL.canParse(url)) return { type: "text", text: `[${name ?? url}]` };
  const data = base64 ?? new URL(url);
  return { type: "file", mediaType, data, ...(name === undefined ? {} : { filename: name }) };
}

/** The SDK expects the arguments as a value, without lone surrogates. Text that is not JSON stays text. */
export function argumentsOf(text: string): unknown {
  try {
    return text === "" ? {} : wellFormedJson(JSON.parse(text) as Json);
  } catch {
    return text;
  }
}

function outputOf(message: Extract<Message, { role: "tool" }>): ToolResultPart["output"] {
  if (message.parts.every(({ type }) => type === "text"))
    return { type: message.failed === true ? "error-text" : "text", value: textOf(message) };
  return { type: "content", value: message.parts.map(newPart) as never };
}
