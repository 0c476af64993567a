import { isRecord } from "@cutpoint/core/kit";
import { nonEmptyText } from "@cutpoint/host-kit";
import type { AnthropicBlock } from "@cutpoint/host-kit/http";

/** A block of an agent's message in its JSON form: the name of its kind is the only key. */
export type StrandsBlock = Readonly<Record<string, unknown>>;

/** The media types of documents that are not `application/…`. */
const TEXT_FORMATS = new Set(["csv", "html", "md", "txt"]);

/** Converts a block to one of Anthropic Messages, which has the original in the field `strands`. */
export function toBlock(strands: StrandsBlock): AnthropicBlock {
  const [kind = "unknown", value] = Object.entries(strands)[0] ?? [];
  if (kind === "text" || kind === "json") {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return { type: "text", text, strands };
  }
  const fields = isRecord(value) ? value : {};
  switch (kind) {
    case "toolUse": {
      const { input, name, toolUseId: id } = fields;
      return { type: "tool_use", id, name, input, strands };
    }
    case "toolResult": {
      const { status, toolUseId } = fields;
      const content = blocksIn(fields["content"]).map(toBlock);
      const isError = status === "error" ? { is_error: true } : {};
      return { type: "tool_result", tool_use_id: toolUseId, content, ...isError, strands };
    }
    case "reasoning": {
      const { redactedContent: data, signature, text } = fields;
      return data === undefined
        ? { type: "thinking", thinking: text, signature, strands }
        : { type: "redacted_thinking", data, strands };
    }
    case "citations": {
      const text = blocksIn(fields["content"]).map((cited) => nonEmptyText(cited["text"]) ?? "");
      return { type: "text", text: text.join(""), strands };
    }
    case "image":
    case "document":
      return { type: kind, source: sourceOf(kind, fields), title: fields["name"], strands };
    default:
      return { type: kind, block: strands };
  }
}

function sourceOf(kind: string, { format, source }: StrandsBlock): StrandsBlock {
  const { bytes, text, url } = isRecord(source) ? source : {};
  const family =
    kind === "image" ? kind : TEXT_FORMATS.has(String(format)) ? "text" : "application";
  const media = { media_type: `${family}/${nonEmptyText(format) ?? "*"}` };
  if (typeof bytes === "string") return { type: "base64", ...media, data: bytes };
  return typeof text === "string" ? { type: "text", ...media, data: text } : { type: "url", url };
}

/** Converts a block of Anthropic Messages. A block with an original becomes it; calls and results may have changed. */
export function fromBlock(block: AnthropicBlock): StrandsBlock {
  const { strands, type } = block;
  const original = isRecord(strands) ? strands : isRecord(block["block"]) ? block["block"] : null;
  if (type === "tool_use") {
    const { id: toolUseId, input, name } = block;
    return { toolUse: { ...fieldsIn(original, "toolUse"), name, toolUseId, input } };
  }
  if (type === "tool_result") {
    const { content, is_error: isError, tool_use_id: toolUseId } = block;
    const inner =
      typeof content === "string" ? [{ text: content }] : blocksIn(content).map(innerOf);
    const status = isError === true ? "error" : "success";
    const fields = { ...fieldsIn(original, "toolResult"), toolUseId, status, content: inner };
    return { toolResult: fields };
  }
  if (original !== null) return original;
  if (type === "thinking")
    return { reasoning: { text: block["thinking"], signature: block["signature"] } };
  if (type === "redacted_thinking") return { reasoning: { redactedContent: block["data"] } };
  const { media_type: media = "", data: bytes } = isRecord(block["source"]) ? block["source"] : {};
  if (typeof bytes !== "string") return { text: nonEmptyText(block["text"]) ?? `[${type}]` };
  const format = String(media).split("/")[1] ?? "";
  const file = { format, source: { bytes } };
  return type === "image"
    ? { image: file }
    : { document: { name: block["title"] ?? "file", ...file } };
}

function innerOf(block: StrandsBlock): StrandsBlock {
  return fromBlock(block as AnthropicBlock);
}

function fieldsIn(block: StrandsBlock | null, kind: string): StrandsBlock {
  const fields = block?.[kind];
  return isRecord(fields) ? fields : {};
}

function blocksIn(value: unknown): readonly StrandsBlock[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
