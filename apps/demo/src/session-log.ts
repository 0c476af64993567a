import type { Entry, SessionStore } from "@cutpoint/session";

/** The progress of a conversation, read from its log. */
export type Progress = {
  readonly entries: number;
  /** Numbers of the questions that were asked, and of those with an answer. */
  readonly asked: ReadonlySet<number>;
  readonly answered: ReadonlySet<number>;
};

/** Returns the turn id of a question. */
export function turnIdOf(number: number): string {
  return `question-${number}`;
}

export async function progressOf(store: SessionStore, sessionId: string): Promise<Progress> {
  let entries = 0;
  const asked = new Set<number>();
  const answered = new Set<number>();
  for await (const entry of store.read(sessionId)) {
    entries += 1;
    const number = questionOf(entry);
    if (number === null || entry.type !== "message") continue;
    if (entry.message.role === "user") asked.add(number);
    if (isAnswer(entry)) answered.add(number);
  }
  return { entries, asked, answered };
}

function questionOf(entry: Entry): number | null {
  const digits = entry.type === "message" ? /^question-(\d+)$/.exec(entry.turnId ?? "")?.[1] : null;
  return digits === null || digits === undefined ? null : Number(digits);
}

function isAnswer(entry: Entry): boolean {
  return (
    entry.type === "message" &&
    entry.message.role === "assistant" &&
    entry.message.parts.every((part) => part.type !== "tool-call")
  );
}

/** Returns the id of the newest session, or `null` without one. */
export async function newestSession(store: SessionStore): Promise<string | null> {
  let newest: string | null = null;
  for await (const sessionId of store.sessions())
    if (newest === null || sessionId > newest) newest = sessionId;
  return newest;
}
