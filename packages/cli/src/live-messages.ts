import type { Message, ViewWarning } from "@cutpoint/core";
import { createRedactor, transcriptText } from "@cutpoint/core/kit";
import { type ImportedThread, liveItems } from "@cutpoint/readers";

/** Returns the messages of {@link liveItems}, by default without secrets. */
export function liveMessages(thread: ImportedThread, keepsSecrets = false): readonly Message[] {
  const redactor = createRedactor();
  return liveItems(thread).map((item) => (keepsSecrets ? item : redactor.item(item)).message);
}

/** Whether a message is not from the tool itself: its skills and permissions do not apply elsewhere. */
export function isOfTheWork(message: Message): boolean {
  return (
    message.role !== "system" && !(message.role === "user" && message.provenance === "synthetic")
  );
}

/** Writes complete messages as labeled text. */
export function messagesText(messages: readonly Message[]): string {
  const items = messages.map((message, index) => ({ id: String(index), message }));
  return transcriptText(items, {
    maxResultCharacters: Number.MAX_SAFE_INTEGER,
    maxTextCharacters: Number.MAX_SAFE_INTEGER,
    maxArgumentCharacters: Number.MAX_SAFE_INTEGER,
  });
}

/** Returns a line for each kind of repair. */
export function warningLines(warnings: readonly ViewWarning[]): readonly string[] {
  const byType = Map.groupBy(warnings, ({ type }) => type);
  return Array.from(byType, ([type, { length }]) => `${type}: ${length} of the messages`);
}
