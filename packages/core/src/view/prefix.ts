import {
  type FilePart,
  type Message,
  type Part,
  systemMessage,
  type TextPart,
} from "../message/message.ts";
import { originOf } from "../message/origin.ts";
import {
  isInSegment,
  type PrefixBlock,
  type PrefixBlockKind,
  segmentsOf,
} from "../message/state.ts";
import { escapeTags, quotableName } from "../message/text.ts";
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
    ...bySpeaker(blocks.filter(({ kind }) => kind === "first-request" || kind === "user")).flatMap(
      (said) => closed("user-messages", said.map(saidPart), nameOf(said[0])),
    ),
    ...closed("summary", partsOf(blocks, "summary")),
    ...plain(partsOf(blocks, "digest")),
  ];
}

/** Returns the text of a block, after how many times the user sent it. */
function saidPart({ part, times = 1 }: PrefixBlock): TextPart | FilePart {
  if (part.type !== "text" || times === 1) return part;
  return { ...part, text: `${timesNote(times)}${part.text}` };
}

/** Returns the line above a text that the user sent more than once. */
export function timesNote(times: number): string {
  return `[Sent ${times} times]\n`;
}

/** Returns the blocks of the user, apart for each change of the person who speaks. */
function bySpeaker(blocks: readonly PrefixBlock[]): readonly (readonly PrefixBlock[])[] {
  const groups: PrefixBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.origin?.name === block.origin?.name) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

const NOTES: ReadonlySet<PrefixBlockKind> = new Set(["pin", "reminder", "digest", "end"]);

/** Whether the last message of a prefix is one that every compaction writes anew. */
export function hasNotes(blocks: readonly PrefixBlock[]): boolean {
  return blocks.some(isNote);
}

function isNote(block: PrefixBlock): boolean {
  return NOTES.has(block.kind) && !isInSegment(block);
}

function notesBody(prefix: readonly PrefixBlock[]): Content {
  const blocks = prefix.filter(isNote);
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
  const by = block?.origin?.by;
  return by === undefined ? "" : ` by="${by}"${nameOf(block)}`;
}

function nameOf(block: PrefixBlock | undefined): string {
  const name = block?.origin?.name;
  return name === undefined ? "" : ` name="${quotableName(name)}"`;
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
