import { CutpointError, type Message } from "@cutpoint/core";
import { originalOf, withOriginal } from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { buildMessage } from "./build-message.ts";
import { packMessage, type PackedMessage, unpackMessage } from "./packed-message.ts";
import { projectionOf, type ConversionContext } from "./projection.ts";

/** The key of `adapterMetadata`. */
const ADAPTER = "langchain";

/**
 * Converts a LangChain message without loss.
 *
 * {@link toLangChainMessage} restores it in new objects. A chunk becomes the whole message. A message of an unknown
 * type becomes a `ChatMessage` of that role with all its fields.
 *
 * @throws `invalid-input` for a `RemoveMessage`, which is an instruction
 */
export function fromLangChainMessage(
  message: BaseMessage,
  context: ConversionContext = {},
): Message {
  if (message.getType() === "remove")
    throw new CutpointError(
      "invalid-input",
      `message is a RemoveMessage (id ${String(message.id)}): expected a message; apply the removal first`,
    );
  const projection = projectionOf(message, context);
  return withOriginal(projection, ADAPTER, packMessage(message), buildMessage(projection));
}

/**
 * Converts a message to a LangChain message, in new objects.
 *
 * @param options.id the id of the result if the original had none
 */
export function toLangChainMessage(
  message: Message,
  options: { readonly id?: string } = {},
): BaseMessage {
  const built = buildMessage(message);
  const packed = (originalOf(message, ADAPTER, built) ?? built) as PackedMessage;
  if (options.id === undefined || packed.fields["id"] !== undefined) return unpackMessage(packed);
  return unpackMessage({ ...packed, fields: { ...packed.fields, id: options.id } });
}
