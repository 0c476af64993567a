import type { Item, Part } from "@cutpoint/core";
import type { ImportedSession } from "../../src/index.ts";

/** Writes a session as short lines, to compare it with a file. */
export function showSession({ source, threads, problems }: ImportedSession): object {
  return {
    source,
    problems: problems.map(({ code, line, count }) => `${code} ×${count} from line ${line}`),
    threads: threads.map(({ items, ...facts }) => ({ ...facts, items: items.map(showItem) })),
  };
}

function showItem({ id, message }: Item): string {
  const who = message.role === "user" ? message.provenance : message.role;
  const parts: readonly Part[] = message.parts;
  const more = [
    ...(message.role === "tool" ? [`${message.name} ${message.callId}`] : []),
    ...(message.role === "tool" && message.failed === true ? ["failed"] : []),
    ...(message.role === "assistant" && message.finishReason !== undefined
      ? [message.finishReason]
      : []),
    ...(message.role === "assistant" && message.usage !== undefined
      ? [`${message.usage.inputTokens} in, ${message.usage.outputTokens} out`]
      : []),
  ];
  const short = /^[\da-f]{32}$/.test(id) ? "hash" : id;
  return `${short} ${[who, ...more].join(", ")}: ${parts.map(showPart).join(" | ")}`;
}

function showPart(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "reasoning":
      return `(${part.text})${part.signature === undefined ? "" : " signed"}`;
    case "tool-call":
      return `${part.name} ${part.callId} ${part.arguments}`;
    case "file":
      return `[${part.mediaType}]`;
    case "other":
      return `{${part.kind}}`;
  }
}
