import type {
  FilePart,
  Message,
  Part,
  SystemMessage,
  TextPart,
  UserMessage,
} from "../message/message.ts";
import type { CompactionState, PrefixBlock } from "../message/state.ts";
import { wellFormed } from "./sendable.ts";

/** The head pieces of a pinned message: its texts and files, to the letter. */
export function pinBlocks(pinId: string, message: Message): readonly PrefixBlock[] {
  const parts: readonly Part[] = message.parts;
  return parts
    .filter((part) => part.type === "text" || part.type === "file")
    .map((part) => ({ kind: "pin", sourceId: pinId, part }));
}

/** Returns the messages before the kept items: the system texts as one message, then one user message with the rest. */
export function prefixMessages(state: CompactionState | null): readonly Message[] {
  return state === null ? [] : renderPrefix(state.prefix).map(wellFormed);
}

/** The messages of a list of head pieces. */
export function renderPrefix(pieces: readonly PrefixBlock[]): readonly Message[] {
  const system = pieces
    .filter((piece) => piece.kind === "system")
    .map((piece) => (piece.part.type === "text" ? piece.part.text : ""))
    .filter((text) => text.trim() !== "");
  const parts: (TextPart | FilePart)[] = pieces
    .filter((piece) => piece.kind !== "system")
    .map((piece) => piece.part);
  const systemMessage: SystemMessage = {
    role: "system",
    parts: [{ type: "text", text: system.join("\n\n") }],
  };
  const summaryMessage: UserMessage = { role: "user", provenance: "summary", parts };
  return [
    ...(system.length === 0 ? [] : [systemMessage]),
    ...(parts.length === 0 ? [] : [summaryMessage]),
  ];
}
