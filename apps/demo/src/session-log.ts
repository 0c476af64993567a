import type { Entry, SessionStore } from "@cutpoint/session";

/** How far a conversation has come, as its log tells. */
export type Progress = {
  readonly entries: number;
  /** The numbers of the questions that were asked, and of those that have their answer. */
  readonly asked: ReadonlySet<number>;
  readonly answered: ReadonlySet<number>;
};

/** The turn of a question. */
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

/** The session that was begun last; `null` where there is none. */
export async function newestSession(store: SessionStore): Promise<string | null> {
  let newest: string | null = null;
  for await (const sessionId of store.sessions())
    if (newest === null || sessionId > newest) newest = sessionId;
  return newest;
}
