import { isRecord } from "@cutpoint/core/kit";
import type { FitOptions } from "@cutpoint/core";
import { requestOptions } from "@cutpoint/host-kit";
import {
  anthropicCodec,
  type AnthropicMessage,
  type AnthropicUnit,
  type JsonObject,
  type WireFormat,
} from "@cutpoint/host-kit/http";
import { createStreamReader, readAnswer } from "./answer.ts";

/** Anthropic Messages. */
export const messagesFormat: WireFormat<AnthropicUnit, AnthropicMessage> = {
  ...anthropicCodec,
  listField: "messages",
  serverFields: ["thread", "previous_message_id", "context_management", "compaction"],
  isMessage: (element): element is AnthropicMessage =>
    isRecord(element) &&
    (typeof element["content"] === "string" || Array.isArray(element["content"])),
  isCompaction: ({ content }) =>
    typeof content !== "string" && content.some(({ type }) => type === "compaction"),
  readOptions,
  readAnswer,
  createStreamReader,
};

/** The provider ignores what stands before its own compaction, and only it can read that. */
function readOptions(
  { model, output_config: output, system, tools }: JsonObject,
  leading: readonly AnthropicMessage[],
): FitOptions {
  const counted = [
    ...(Array.isArray(tools) ? (tools as readonly unknown[]) : []),
    ...(isRecord(output) ? [output] : []),
    ...leading.slice(-1),
  ];
  return requestOptions(model, systemText(system), counted);
}

function systemText(system: unknown): string {
  if (typeof system === "string") return system;
  if (!Array.isArray(system)) return "";
  return system
    .flatMap((block: unknown) =>
      isRecord(block) && typeof block["text"] === "string" ? [block["text"]] : [],
    )
    .join("\n");
}
