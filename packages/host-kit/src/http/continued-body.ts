import { MEMORY_LIMITS } from "../memory-limits.ts";
import { parseObject } from "./event-parser.ts";
import type { JsonObject } from "./wire-format.ts";

/** A body, and the elements of its list. They must not be changed. */
export type ParsedBody = { readonly body: JsonObject; readonly list: readonly unknown[] };

/** The elements of a list, and their text without the brackets. */
type KnownList = { readonly text: string; readonly list: readonly unknown[] };

/**
 * Creates a function that parses bodies. If the list of a body continues that of an earlier one, it has the same objects
 * for the elements that both share, and only its new elements are parsed.
 *
 * It keeps the lists of the conversations used last, up to 8 million characters.
 *
 * @param field the name of the list
 * @returns a function that returns `null` if a text is not an object with such a list
 */
export function createBodyParser(field: string): (text: string) => ParsedBody | null {
  const { bodies: limit } = MEMORY_LIMITS;
  /** Those used last come first. */
  const recent: KnownList[] = [];
  let characters = 0;
  return (text) => {
    const start = text.indexOf(`"${field}":[`) + `"${field}":[`.length;
    const index = recent.findIndex((known) => continues(text, start, known));
    const [known] = index === -1 ? [] : take(index);
    const parsed = (known && parseContinued(text, start, known)) ?? parseWhole(text);
    const place = parsed && placeOfList(text, parsed.body);
    if (parsed !== null && place !== null && place.start < place.end)
      remember({ text: text.slice(place.start, place.end), list: parsed.list });
    return parsed;
  };

  function parseWhole(text: string): ParsedBody | null {
    const body = parseObject(text);
    const value = body?.[field];
    if (body === null || !(typeof value === "string" || Array.isArray(value))) return null;
    // A text is one message of the user, which Responses accepts.
    const list: readonly unknown[] =
      typeof value === "string" ? [{ type: "message", role: "user", content: value }] : value;
    return { body, list };
  }

  /** Parses a text without the known elements. Returns `null` if they are not at the start of the list. */
  function parseContinued(text: string, start: number, known: KnownList): ParsedBody | null {
    const end = start + known.text.length;
    const rest = text.slice(0, start) + text.slice(text[end] === "," ? end + 1 : end);
    const body = parseObject(rest);
    const added = body?.[field];
    if (body === null || !Array.isArray(added)) return null;
    const place = placeOfList(rest, body);
    const isWhole =
      place?.start === start && rest.slice(start, place.end) === JSON.stringify(added).slice(1, -1);
    return isWhole ? { body, list: [...known.list, ...(added as readonly unknown[])] } : null;
  }

  /** Returns where the elements of a body's list are; `null` if the text is not as `JSON.stringify` writes it. */
  function placeOfList(
    text: string,
    body: JsonObject,
  ): { readonly start: number; readonly end: number } | null {
    const fields = Object.entries(body);
    const place = fields.findIndex(([name]) => name === field);
    const before = JSON.stringify(Object.fromEntries(fields.slice(0, place))).slice(0, -1);
    const after = JSON.stringify(Object.fromEntries(fields.slice(place + 1))).slice(1);
    const head = `${before}${place === 0 ? "" : ","}"${field}":[`;
    const tail = `]${after === "}" ? "" : ","}${after}`;
    const isCanonical = text.startsWith(head) && text.endsWith(tail);
    return isCanonical ? { start: head.length, end: text.length - tail.length } : null;
  }

  function take(index: number): readonly KnownList[] {
    const taken = recent.splice(index, 1);
    for (const { text } of taken) characters -= text.length;
    return taken;
  }

  function remember(known: KnownList): void {
    recent.unshift(known);
    characters += known.text.length;
    while (recent.length > limit.entries || characters > limit.characters) take(recent.length - 1);
  }
}

function continues(text: string, start: number, known: KnownList): boolean {
  const end = start + known.text.length;
  return (text[end] === "," || text[end] === "]") && text.slice(start, end) === known.text;
}
