import { CutpointError, type Message } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";

/** Session id of {@link createTranscriptStore}. */
export const TRANSCRIPT_SESSION = "transcript";

/** Creates a read-only store with the messages of a transcript, for searches. */
export function createTranscriptStore(messages: readonly Message[]): SessionStore {
  const entries = messages.map((message, index): Entry => ({
    id: entryId(index),
    parentId: index === 0 ? null : entryId(index - 1),
    at: index,
    type: "message",
    message,
  }));
  const refuse = async (): Promise<never> => {
    throw new CutpointError("invalid-input", "a transcript is read-only");
  };
  return {
    append: refuse,
    delete: refuse,
    async *read(_session, { order } = {}) {
      yield* order === "newest-first" ? entries.toReversed() : entries;
    },
    async *sessions() {
      yield TRANSCRIPT_SESSION;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Returns the message index of an entry of such a store. */
export function placeOf(entryId: string): number {
  return Number(entryId);
}

function entryId(index: number): string {
  return String(index);
}
