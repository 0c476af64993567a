import type { Message } from "@cutpoint/core";
import type { Transcript } from "@cutpoint/eval";

/** Joins the coding sessions of each project, as if one conversation had gone on. Only these fill large windows. */
export function joinedByProject(transcripts: readonly Transcript[]): readonly Transcript[] {
  const coding = transcripts.filter(({ kind }) => kind === "coding");
  return [...Map.groupBy(coding, ({ project }) => project)].map(([project, parts]) =>
    joined(project, parts),
  );
}

function joined(project: string, parts: readonly Transcript[]): Transcript {
  const messages: Message[] = [];
  const shown = new Map<number, string>();
  for (const [part, transcript] of parts.entries()) {
    const start = messages.length;
    for (const [place, text] of transcript.shown) shown.set(start + place, text);
    messages.push(...transcript.messages.map((message) => withOwnIds(message, part)));
  }
  return { id: project, kind: "coding", project, messages, shown, questions: [], summary: null };
}

/** Ids of calls are unique within a session only. */
function withOwnIds(message: Message, part: number): Message {
  const own = (callId: string): string => `${part}-${callId}`;
  if (message.role === "tool") return { ...message, callId: own(message.callId) };
  if (message.role !== "assistant") return message;
  const parts = message.parts.map((each) =>
    each.type === "tool-call" ? { ...each, callId: own(each.callId) } : each,
  );
  return { ...message, parts };
}
