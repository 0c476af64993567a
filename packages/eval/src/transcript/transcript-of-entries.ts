import { CutpointError, type Message, toolCalls } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { parseEntry } from "@cutpoint/session/schema";
import type { Transcript, TranscriptKind } from "./transcript.ts";

export type LogOptions = {
  readonly id: string;
  /** Default: `coding` if a tool is called, otherwise `service`. */
  readonly kind?: TranscriptKind;
  /** Default: the id. */
  readonly project?: string;
};

/**
 * Returns the messages of a log's active path as a transcript, including compacted messages.
 *
 * @param entries all entries of the session, oldest first: `store.read(sessionId)`
 * @throws `invalid-input` if an entry is invalid or the path has no message
 */
export async function transcriptOfEntries(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  { id, kind, project = id }: LogOptions,
): Promise<Transcript> {
  const byId = new Map<string, Entry>();
  let head: Entry | null = null;
  for await (const entry of entries) {
    head = parseEntry(entry, `${id}: entry ${byId.size}`);
    byId.set(head.id, head);
  }
  const messages: Message[] = [];
  for (let entry = head; entry !== null; entry = byId.get(entry.parentId ?? "") ?? null)
    if (entry.type === "message") messages.push(entry.message);
  if (messages.length === 0)
    throw new CutpointError(
      "invalid-input",
      `${id} contains no message: expected a log with messages on its active path`,
    );
  messages.reverse();
  const hasTools = messages.some((message) => toolCalls(message).length > 0);
  return {
    id,
    kind: kind ?? (hasTools ? "coding" : "service"),
    project,
    messages,
    shown: new Map(),
    questions: [],
    summary: null,
  };
}
