import { CutpointError, type Message } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";

/** The one session of a {@link createTranscriptStore}. */
export const TRANSCRIPT_SESSION = "transcript";

/** A store that holds some messages and is only read: what is searched of a transcript. */
export function createTranscriptStore(messages: readonly Message[]): SessionStore {
  const entries = messages.map((message, index): Entry => ({
    id: entryId(index),
    parentId: index === 0 ? null : entryId(index - 1),
    at: index,
    type: "message",
    message,
  }));
  const refuse = async (): Promise<never> => {
    throw new CutpointError("invalid-input", "a transcript is only read");
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

/** The index of the message that an entry of such a store holds. */
export function placeOf(entryId: string): number {
  return Number(entryId);
}

function entryId(index: number): string {
  return String(index);
}
