import { toolCalls } from "@cutpoint/core";
import type { Transcript } from "@cutpoint/eval";
import { type ImportedSession, type ImportedThread, liveItems } from "@cutpoint/readers";

/**
 * Converts a session of another tool: one transcript for each conversation, and one for each recorded compaction with a
 * readable summary, which becomes a method.
 */
export function sessionTranscripts(
  { source, threads }: ImportedSession,
  id: string,
): readonly Transcript[] {
  return threads.flatMap((thread, index) => {
    const name = index === 0 ? id : `${id}#${thread.id}`;
    const messages = liveItems(thread).map(({ message }) => message);
    if (messages.length === 0) return [];
    const hasTools = messages.some((message) => toolCalls(message).length > 0);
    const whole: Transcript = {
      id: name,
      kind: hasTools ? "coding" : "service",
      project: source.directory ?? id,
      messages,
      shown: new Map(),
      questions: [],
      summary: null,
    };
    return [whole, ...recordedTranscripts(thread, whole)];
  });
}

function recordedTranscripts(thread: ImportedThread, whole: Transcript): readonly Transcript[] {
  const items = liveItems(thread);
  const places = new Map(items.map(({ id }, place) => [id, place]));
  const order = new Map(thread.items.map(({ id }, place) => [id, place]));
  return thread.compactions.flatMap(({ afterId, summary }, index) => {
    if (afterId === null || summary === undefined || summary === "") return [];
    const end = order.get(afterId) ?? -1;
    const last = thread.items.slice(0, end + 1).findLast(({ id }) => places.has(id));
    const cut = (places.get(last?.id ?? "") ?? -1) + 1;
    if (cut === 0 || cut >= items.length) return [];
    return [
      {
        ...whole,
        id: `${whole.id}#compaction-${index + 1}`,
        kind: "recorded" as const,
        summary: { text: summary, cut },
      },
    ];
  });
}
