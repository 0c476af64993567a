import { type Message, type Part, systemMessage } from "../message/message.ts";
import type { PrefixBlock } from "../message/state.ts";
import { wellFormed } from "./sendable.ts";

/** Returns the prefix blocks of a pinned message: its text and files, verbatim. */
export function pinBlocks(pinId: string, message: Message): readonly PrefixBlock[] {
  const parts: readonly Part[] = message.parts;
  return parts
    .filter((part) => part.type === "text" || part.type === "file")
    .map((part) => ({ kind: "pin", sourceId: pinId, part }));
}

/** Renders prefix blocks without lone surrogates: the system text as one message, then a user message with the rest. */
export function renderPrefix(blocks: readonly PrefixBlock[]): readonly Message[] {
  const system = blocks.flatMap(({ kind, part }) =>
    kind === "system" && part.type === "text" && part.text.trim() !== "" ? [part.text] : [],
  );
  const parts = blocks.flatMap(({ kind, part }) => (kind === "system" ? [] : [part]));
  const messages: readonly Message[] = [
    ...(system.length === 0 ? [] : [systemMessage(system.join("\n\n"))]),
    ...(parts.length === 0 ? [] : [{ role: "user", provenance: "summary", parts } as const]),
  ];
  return messages.map(wellFormed);
}
