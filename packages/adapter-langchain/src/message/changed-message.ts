import type { Message, Part } from "@cutpoint/core";
import { type OriginalUnit, partContent } from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { blockPart } from "./content-parts.ts";
import { toLangChainMessage } from "./convert.ts";
import { packMessage, unpackMessage } from "./packed-message.ts";
import { withCallIds } from "./rename-calls.ts";

/**
 * Converts a message of a view that was read from a host's message.
 *
 * If only call ids and lone surrogates differ, or signed reasoning was left out, the host's other fields stay.
 */
export function changedMessage(
  message: Message,
  { id, parts, unit }: OriginalUnit<{ readonly message: BaseMessage }>,
): BaseMessage {
  const contents = new Set(parts.map(partContent));
  const shown: readonly Part[] = message.parts;
  const isOwn = shown.every((part) => contents.has(partContent(part)));
  const hasAll = shown.length === parts.length;
  const kept = hasAll ? unit.message : withoutSignedReasoning(unit.message);
  if (!isOwn || kept === null) return toLangChainMessage(message, id === undefined ? {} : { id });
  return withCallIds(kept, parts, message);
}

/** Returns the message without the content blocks of signed reasoning; `null` if its reasoning is in other fields. */
function withoutSignedReasoning(message: BaseMessage): BaseMessage | null {
  const { type, fields } = packMessage(message);
  const { content } = fields;
  const left = Array.isArray(content) ? content.filter(isNotSigned) : [];
  if (!Array.isArray(content) || left.length === content.length) return null;
  return unpackMessage({ type, fields: { ...fields, content: left } });
}

function isNotSigned(block: unknown): boolean {
  const part = blockPart(block);
  return part.type !== "reasoning" || part.signature === undefined;
}
