import { CutpointError, type Message } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { metadataOf, withMetadata } from "./adapter-metadata.ts";
import { builtMessage } from "./built-message.ts";
import { wellFormedJson } from "./json-value.ts";
import { packMessage, type PackedMessage, unpackMessage } from "./packed-message.ts";
import { projectionOf, type ConversionContext } from "./projection.ts";

/**
 * A LangChain message as one of Cutpoint's, to be stored: everything that it says comes back with
 * {@link toLangChainMessage}. A chunk comes back as the whole message, a type that LangChain does not know as a
 * `ChatMessage` of that role with all its fields.
 *
 * @throws `invalid-input` for a `RemoveMessage`, which is an instruction and not a message
 */
export function fromLangChainMessage(
  message: BaseMessage,
  context: ConversionContext = {},
): Message {
  if (message.getType() === "remove")
    throw new CutpointError(
      "invalid-input",
      `the message is a RemoveMessage (id ${String(message.id)}): it is an instruction; apply it first`,
    );
  const projection = projectionOf(message, context);
  const adapterMetadata = metadataOf(packMessage(message), builtMessage(projection));
  return adapterMetadata === null ? projection : { ...projection, adapterMetadata };
}

/**
 * A message of Cutpoint as LangChain's, in fresh objects.
 *
 * @param options.id the id that it gets where it brings none of its own
 */
export function toLangChainMessage(
  message: Message,
  options: { readonly id?: string } = {},
): BaseMessage {
  const packed = withMetadata(builtMessage(message), message.adapterMetadata);
  if (options.id === undefined || packed.fields["id"] !== undefined) return unpackMessage(packed);
  return unpackMessage({ ...packed, fields: { ...packed.fields, id: options.id } });
}

/** The same message without lone surrogates, in fresh objects. */
export function wellFormedMessage(message: BaseMessage): BaseMessage {
  const { type, fields } = packMessage(message);
  return unpackMessage({ type, fields: wellFormedJson(fields) as PackedMessage["fields"] });
}
