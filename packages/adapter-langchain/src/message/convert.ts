import { CutpointError, type Message } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { metadataOf, withMetadata } from "./adapter-metadata.ts";
import { buildMessage } from "./build-message.ts";
import { packMessage, unpackMessage } from "./packed-message.ts";
import { projectionOf, type ConversionContext } from "./projection.ts";

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
  const adapterMetadata = metadataOf(packMessage(message), buildMessage(projection));
  return adapterMetadata === null ? projection : { ...projection, adapterMetadata };
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
  const packed = withMetadata(buildMessage(message), message.adapterMetadata);
  if (options.id === undefined || packed.fields["id"] !== undefined) return unpackMessage(packed);
  return unpackMessage({ ...packed, fields: { ...packed.fields, id: options.id } });
}
