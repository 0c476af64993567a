import type { Message } from "@cutpoint/core";
import { sortedJson } from "./json.ts";
import type { UnitFormat } from "./unit-format.ts";

/** How a host writes its messages, if each of them becomes one message of Cutpoint. */
export type MessageFormat<HostMessage> = {
  readonly toMessage: (message: HostMessage) => Message;
  /**
   * Converts a message of a view.
   *
   * @param original the host's message that it was made from, to keep fields that Cutpoint does not read. Text and call ids come
   * from `message`: a view may number ids that occur twice
   */
  readonly fromMessage: (message: Message, original?: HostMessage) => HostMessage;
};

/** Creates the format of a host whose messages are plain data. */
export function createMessageFormat<HostMessage>({
  fromMessage,
  toMessage,
}: MessageFormat<HostMessage>): UnitFormat<HostMessage, HostMessage> {
  return {
    split: (messages, start = 0) => messages.slice(start),
    join: (messages) => messages,
    messageCount: () => 1,
    contentOf: (message) => sortedJson(message),
    toMessage,
    fromMessage: (message, original) => fromMessage(message, original?.unit),
  };
}
