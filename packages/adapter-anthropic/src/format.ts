import { isRecord } from "@cutpoint/core/kit";
import { type JsonObject, sortedJson, type WireFormat, type WireRequest } from "@cutpoint/host-kit";
import { answerText, createStreamReader, readAnswer } from "./answer.ts";
import { fromMessage } from "./from-message.ts";
import { type AnthropicMessage, blocksOf, messagesOf, type Unit, unitsOf } from "./messages.ts";
import { toMessage } from "./to-message.ts";

/** Anthropic Messages. */
export const messagesFormat: WireFormat<Unit> = {
  contentOf: ({ message }) => sortedJson(message, withoutCachePoints),
  answerOf: ({ message }) => (message.role === "assistant" ? answerText(blocksOf(message)) : null),
  toMessage,
  fromMessage,
  readRequest,
  readAnswer,
  createStreamReader,
};

/** Apps move cache points from message to message, so they do not identify a message. */
function withoutCachePoints(key: string, value: unknown): unknown {
  return key === "cache_control" ? undefined : value;
}

/** Fields of requests whose conversation the provider stores or compacts by itself. */
const SERVER_FIELDS = ["thread", "previous_message_id", "context_management", "compaction"];

function readRequest(body: JsonObject): WireRequest<Unit> | null {
  const { messages } = body;
  const isStored = SERVER_FIELDS.some((name) => (body[name] ?? false) !== false);
  if (isStored || !isMessages(messages)) return null;
  // The provider ignores what stands before its own compaction, and only it can read that.
  const start = messages.findLastIndex(hasCompaction) + 1;
  const leading = messages.slice(0, start);
  return {
    units: unitsOf(messages.slice(start)),
    options: optionsOf(body, leading.at(-1)),
    withUnits: (units) => ({ ...body, messages: [...leading, ...messagesOf(units)] }),
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

function hasCompaction(message: AnthropicMessage): boolean {
  return blocksOf(message).some(({ type }) => type === "compaction");
}

/** Returns the content of a request besides its messages. */
function optionsOf(
  body: JsonObject,
  compaction: AnthropicMessage | undefined,
): WireRequest<Unit>["options"] {
  const { model, output_config: output, system, tools } = body;
  const text = systemText(system);
  const counted = [
    ...(Array.isArray(tools) ? (tools as readonly unknown[]) : []),
    ...(isRecord(output) ? [output] : []),
    ...(compaction === undefined ? [] : [compaction]),
  ];
  return {
    model: String(model),
    ...(text === "" ? {} : { system: text }),
    ...(counted.length === 0 ? {} : { tools: counted }),
  };
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
