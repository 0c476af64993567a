import type { Provenance, UserMessage } from "@cutpoint/core";

type UserPart = UserMessage["parts"][number];

/**
 * The start of an element that a program writes. Programs use names of several words; these of one word are used by
 * Claude Code and Codex.
 */
const PROGRAM_TAG =
  /\s{0,20}<((?!user[-_](?:message|query|input|request)\b)(?:[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|channel|skill|tick))(?=[\s>])[^<>]*>/iuy;
const LAST_TAG = /<\/([a-z][\w-]*)>\s*$/iu;
/** A note of Claude Code that a person stopped the model, with the blanks around it. */
const STOPPED = "\\s{0,20}\\[Request interrupted by user(?: for tool use)?\\]\\s{0,20}";
const STOPPED_BEFORE = new RegExp(`^${STOPPED}`, "u");
const STOPPED_AFTER = new RegExp(`${STOPPED}$`, "u");
/** No tag is longer, in UTF-16 units. */
const TAG_LENGTH = 1_000;

/**
 * Splits a message with the role user into text that a program wrote and words of a person, in the order of the parts.
 *
 * Elements and notes at the start and the end of a text are of a program. An element ends with the last tag of its
 * name, since its content can contain such tags too. An element that is not closed takes the rest of the text.
 */
export function splitProgramText(parts: readonly UserPart[]): readonly UserMessage[] {
  return split(parts, ownRange);
}

/** Splits only notes from the words of a person. Elements in a plain array of messages may be the person's own. */
export function splitNotes(parts: readonly UserPart[]): readonly UserMessage[] {
  return split(parts, rangeBetweenNotes);
}

type Range = { readonly start: number; readonly end: number };

function split(
  parts: readonly UserPart[],
  rangeOf: (text: string) => Range,
): readonly UserMessage[] {
  const pieces = parts.flatMap((part): readonly (readonly [Provenance, UserPart])[] => {
    if (part.type !== "text") return [["user", part]];
    const { end, start } = rangeOf(part.text);
    if (start === 0 && end === part.text.length) return [["user", part]];
    const own = part.text.slice(start, end);
    const texts: readonly (readonly [Provenance, string])[] = [
      ["synthetic", part.text.slice(0, start)],
      ["user", own],
      ["synthetic", part.text.slice(end)],
    ];
    return texts.flatMap(([provenance, text]) =>
      text.trim() === "" ? [] : [[provenance, { type: "text", text: text.trim() }] as const],
    );
  });
  const messages: (UserMessage & { readonly parts: UserPart[] })[] = [];
  for (const [provenance, part] of pieces) {
    const last = messages.at(-1);
    if (last?.provenance === provenance) last.parts.push(part);
    else messages.push({ role: "user", provenance, parts: [part] });
  }
  return messages;
}

function rangeBetweenNotes(text: string): Range {
  const start = STOPPED_BEFORE.exec(text)?.[0].length ?? 0;
  const stopped = STOPPED_AFTER.exec(text.slice(start));
  return { start, end: stopped === null ? text.length : start + stopped.index };
}

/** Returns where the words of a person begin and end in a text. */
function ownRange(text: string): Range {
  let { start } = rangeBetweenNotes(text);
  for (let tag = programTagAt(text, start); tag !== null; tag = programTagAt(text, start)) {
    const closing = `</${tag[1]}>`;
    const close = text.lastIndexOf(closing);
    start = close < start ? text.length : close + closing.length;
  }
  let end = Math.max(start, rangeBetweenNotes(text).end);
  for (let last = lastTag(text, start, end); last !== null; last = lastTag(text, start, end)) {
    const open = text.indexOf(`<${last[1]}`, start);
    if (open === -1 || open >= end || programTagAt(text, open) === null) break;
    end = open;
  }
  return { start, end };
}

function programTagAt(text: string, place: number): RegExpExecArray | null {
  PROGRAM_TAG.lastIndex = place;
  return PROGRAM_TAG.exec(text);
}

function lastTag(text: string, start: number, end: number): RegExpExecArray | null {
  return LAST_TAG.exec(text.slice(Math.max(start, end - TAG_LENGTH), end));
}
