import type { BaseMessage } from "@langchain/core/messages";

/** The start of the ids of messages that replace compacted ones. The number of all messages that they replace follows. */
const PREFIX_ID = "cutpoint-";

/** Whether a message replaces compacted ones. */
export function isPrefixMessage({ id }: Pick<BaseMessage, "id">): boolean {
  return id?.startsWith(PREFIX_ID) === true;
}

/** Creates an id for messages that replace others. */
export function createPrefixId(replacedCount: number): string {
  return `${PREFIX_ID}${replacedCount}-${crypto.randomUUID()}`;
}

/** Returns the number of all messages that the message with an id replaces, directly or not. */
export function replacedCountOf(id: string | null | undefined): number {
  return id?.startsWith(PREFIX_ID) === true ? Number.parseInt(id.slice(PREFIX_ID.length), 10) : 0;
}
