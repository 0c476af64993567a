import { isRecord } from "@cutpoint/core/kit";
import {
  anthropicCodec,
  type AnthropicMessage,
  type AnthropicUnit,
  type JsonObject,
  requestOptions,
  type WireFormat,
  type WireRequest,
} from "@cutpoint/host-kit";
import { createStreamReader, readAnswer } from "./answer.ts";

/** Anthropic Messages. */
export const messagesFormat: WireFormat<AnthropicUnit> = {
  ...anthropicCodec,
  listField: "messages",
  readRequest,
  readAnswer,
  createStreamReader,
};

/** Fields of requests whose conversation the provider stores or compacts by itself. */
const SERVER_FIELDS = ["thread", "previous_message_id", "context_management", "compaction"];

function readRequest(body: JsonObject): WireRequest<AnthropicUnit> | null {
  const { messages } = body;
  const isStored = SERVER_FIELDS.some((name) => (body[name] ?? false) !== false);
  if (isStored || !isMessages(messages)) return null;
  // The provider ignores what stands before its own compaction, and only it can read that.
  const start = messages.findLastIndex(hasCompaction) + 1;
  const leading = messages.slice(0, start);
  return {
    units: anthropicCodec.split(messages.slice(start)),
    options: optionsOf(body, leading.at(-1)),
    withUnits: (units) => ({ ...body, messages: [...leading, ...anthropicCodec.join(units)] }),
  };
}

function isMessages(value: unknown): value is readonly AnthropicMessage[] {
  return (
    Array.isArray(value) &&
    value.every(
      (message) =>
        isRecord(message) &&
        (typeof message["content"] === "string" || Array.isArray(message["content"])),
    )
  );
}

function hasCompaction({ content }: AnthropicMessage): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === "compaction");
}

/** Returns the content of a request besides its messages. */
function optionsOf(
  body: JsonObject,
  compaction: AnthropicMessage | undefined,
): WireRequest<AnthropicUnit>["options"] {
  const { model, output_config: output, system, tools } = body;
  const counted = [
    ...(Array.isArray(tools) ? (tools as readonly unknown[]) : []),
    ...(isRecord(output) ? [output] : []),
    ...(compaction === undefined ? [] : [compaction]),
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
