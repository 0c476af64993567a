import {
  type FilePart,
  type Message,
  type Part,
  systemMessage,
  type TextPart,
} from "../message/message.ts";
import { originOf } from "../message/origin.ts";
import { type PrefixBlock, type PrefixBlockKind, segmentsOf } from "../message/state.ts";
import { escapeTags } from "../message/text.ts";
import { wellFormed } from "./sendable.ts";

/** The start of every message of a prefix, except for system text. */
export const SUMMARY_PREAMBLE = "The conversation history before this point was compacted";

const CONTINUED = `${SUMMARY_PREAMBLE}, continued:`;

/** Returns the prefix blocks of a pinned message: its text and files, verbatim, with its author. */
export function pinBlocks(pinId: string, message: Message): readonly PrefixBlock[] {
  const parts: readonly Part[] = message.parts;
  return parts
    .filter((part) => part.type === "text" || part.type === "file")
    .map((part) => ({ kind: "pin", sourceId: pinId, part, origin: originOf(message) }));
}

/**
 * Renders prefix blocks: the system text, a user message for each segment, and one with the notes. Every text is in tags
 * that name its author and that it cannot close. No other code turns blocks into text.
 */
export function renderPrefix(blocks: readonly PrefixBlock[]): readonly Message[] {
  const system = partsOf(blocks, "system").flatMap((part) =>
    part.type === "text" && part.text.trim() !== "" ? [part.text] : [],
  );
  const opening = [
    ...plain(partsOf(blocks, "preamble")),
    ...closed("user-rules", partsOf(blocks, "rules")),
  ];
  const segments = segmentsOf(blocks).map((segment) => segmentBody(segment.blocks));
  const bodies = [...segments, notesBody(blocks)].filter(({ length }) => length > 0);
  const contents = bodies.map((body, index) =>
    index === 0 && opening.length > 0 ? [...opening, ...body] : [CONTINUED, ...body],
  );
  if (contents.length === 0 && opening.length > 0) contents.push(opening);
  const messages: readonly Message[] = [
    ...(system.length === 0 ? [] : [systemMessage(system.join("\n\n"))]),
    ...contents.map((content): Message => ({
      role: "user",
      provenance: "summary",
      parts: joined(content, "\n\n").map(partOf),
    })),
  ];
  return messages.map(wellFormed);
}

/** Texts and files in the order in which they are sent. */
type Content = readonly (string | FilePart)[];

function segmentBody(blocks: readonly PrefixBlock[]): Content {
  return [
    ...closed("user-messages", partsOf(blocks, "first-request", "user")),
    ...closed("summary", partsOf(blocks, "summary")),
  ];
}

const NOTES: ReadonlySet<PrefixBlockKind> = new Set(["pin", "reminder", "digest", "end"]);

/** Whether the last message of a prefix is one that every compaction writes anew. */
export function hasNotes(blocks: readonly PrefixBlock[]): boolean {
  return blocks.some(({ kind }) => NOTES.has(kind));
}

function notesBody(blocks: readonly PrefixBlock[]): Content {
  const pins = Map.groupBy(
    blocks.filter(({ kind }) => kind === "pin"),
    ({ sourceId }) => sourceId,
  );
  return [
    ...[...pins.values()].flatMap((pin) =>
      closed(
        "pinned-message",
        pin.map(({ part }) => part),
        authorOf(pin[0]),
      ),
    ),
    ...partsOf(blocks, "reminder").flatMap((part) => closed("reminder", [part])),
    ...plain(partsOf(blocks, "digest", "end")),
  ];
}

function authorOf(block: PrefixBlock | undefined): string {
  const { by, name } = block?.origin ?? {};
  if (by === undefined) return "";
  return name === undefined ? ` by="${by}"` : ` by="${by}" name="${attribute(name)}"`;
}

const MOST_NAME_CHARACTERS = 80;

/** Returns a name from outside as it can be quoted in a tag. */
function attribute(name: string): string {
  return name.slice(0, MOST_NAME_CHARACTERS).replace(/[^\p{L}\p{N}_.:/@ -]/gu, "_");
}

function partsOf(
  blocks: readonly PrefixBlock[],
  ...kinds: readonly PrefixBlockKind[]
): readonly (TextPart | FilePart)[] {
  return blocks.flatMap(({ kind, part }) => (kinds.includes(kind) ? [part] : []));
}

/** Returns texts that Cutpoint wrote, as they are. */
function plain(parts: readonly (TextPart | FilePart)[]): Content {
  return parts.map((part) => (part.type === "text" ? part.text : part));
}

/** Returns parts between an opening and a closing tag, which their texts cannot contain. */
function closed(tag: string, parts: readonly (TextPart | FilePart)[], attributes = ""): Content {
  if (parts.length === 0) return [];
  const content = parts.map((part) => (part.type === "text" ? escapeTags(part.text) : part));
  return joined([`<${tag}${attributes}>`, ...joined(content, "\n\n"), `</${tag}>`], "\n");
}

/** Joins the texts between files. */
function joined(content: Content, separator: string): Content {
  const pieces: (string | FilePart)[] = [];
  for (const piece of content) {
    const last = pieces.at(-1);
    if (typeof piece === "string" && typeof last === "string")
      pieces[pieces.length - 1] = `${last}${separator}${piece}`;
    else pieces.push(piece);
  }
  return pieces;
}

function partOf(piece: string | FilePart): TextPart | FilePart {
  return typeof piece === "string" ? { type: "text", text: piece } : piece;
}
