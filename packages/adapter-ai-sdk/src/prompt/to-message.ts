import type { FilePart, Message, OtherPart, Part, TextPart, ToolMessage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { toJson, userProvenance } from "@cutpoint/host-kit";
import type { AssistantModelMessage, ModelMessage, ToolModelMessage, ToolResultPart } from "ai";
import { filePart } from "./file-part.ts";

type ContentPart = TextPart | FilePart | OtherPart;

/** Converts a message. A tool message has one part. */
export function toMessage(message: ModelMessage): Message {
  switch (message.role) {
    case "system":
      return { role: "system", parts: textParts(message.content) };
    case "user": {
      const { content } = message;
      const parts = typeof content === "string" ? textParts(content) : content.map(contentPart);
      return { role: "user", provenance: userProvenance(parts), parts };
    }
    case "assistant": {
      const { content } = message;
      const parts = typeof content === "string" ? textParts(content) : content.map(answerPart);
      return { role: "assistant", parts };
    }
    case "tool":
      return toolMessage(message.content[0]);
    default:
      return { role: "user", provenance: "synthetic", parts: [otherPart(message)] };
  }
}

function textParts(text: string): readonly TextPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function contentPart(part: { readonly type: string }): ContentPart {
  if (isText(part)) return { type: "text", text: part.text };
  return filePart(part) ?? otherPart(part);
}

function isText(
  part: { readonly type: string } & { readonly text?: unknown },
): part is { type: "text"; text: string } {
  return part.type === "text" && typeof part.text === "string";
}

type AnswerPart = Exclude<AssistantModelMessage["content"], string>[number];

function answerPart(part: AnswerPart): Part {
  switch (part.type) {
    case "reasoning": {
      const signature = signatureOf(part.providerOptions);
      return {
        type: "reasoning",
        text: part.text,
        ...(signature === undefined ? {} : { signature }),
      };
    }
    case "tool-call": {
      // The result of a call that the provider executed is in the same message.
      if (part.providerExecuted === true) return otherPart(part);
      const { input, toolCallId, toolName } = part;
      const written = typeof input === "string" ? input : JSON.stringify(input ?? {});
      return { type: "tool-call", callId: toolCallId, name: toolName, arguments: written };
    }
    default:
      return contentPart(part);
  }
}

/** The options in which providers keep what signs or encrypts their reasoning. */
const SIGNATURES = [
  "signature",
  "redactedData",
  "reasoningEncryptedContent",
  "thoughtSignature",
] as const;

function signatureOf(options: unknown): string | undefined {
  if (!isRecord(options)) return undefined;
  for (const provider of Object.values(options))
    for (const name of SIGNATURES) {
      const value = isRecord(provider) ? provider[name] : undefined;
      if (typeof value === "string" && value !== "") return value;
    }
  return undefined;
}

type ToolPart = ToolModelMessage["content"][number];

function toolMessage(part: ToolPart | undefined): Message {
  if (part?.type !== "tool-result")
    return { role: "user", provenance: "synthetic", parts: [otherPart(part ?? {})] };
  const { output, toolCallId, toolName } = part;
  const isFailed =
    output.type === "error-text" ||
    output.type === "error-json" ||
    output.type === "execution-denied";
  return {
    role: "tool",
    callId: toolCallId,
    name: toolName,
    ...(isFailed ? { failed: true } : {}),
    parts: outputParts(output),
  };
}

function outputParts(output: ToolResultPart["output"]): ToolMessage["parts"] {
  switch (output.type) {
    case "text":
    case "error-text":
      return textParts(output.value);
    case "json":
    case "error-json":
      return textParts(JSON.stringify(output.value));
    case "execution-denied":
      return textParts(output.reason ?? "Tool execution denied.");
    case "content":
      return output.value.map(contentPart);
    default:
      return [otherPart(output)];
  }
}

function otherPart(value: object): OtherPart {
  const kind: unknown = "type" in value ? value.type : undefined;
  return {
    type: "other",
    kind: typeof kind === "string" && kind !== "" ? kind : "unknown",
    value: toJson(value),
  };
}
