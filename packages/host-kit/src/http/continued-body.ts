import { parseObject } from "./event-parser.ts";
import { endsOfElements, startOfList } from "./json-elements.ts";
import { MEMORY_LIMITS } from "../memory-limits.ts";
import { createRecentMap } from "../recent-map.ts";
import type { JsonObject } from "./wire-format.ts";

/** A body, and the elements of its list. They must not be changed. */
export type ParsedBody = { readonly body: JsonObject; readonly list: readonly unknown[] };

/** The text of a body from its list on, and where the elements end in it. */
type KnownBody = {
  readonly text: string;
  readonly list: readonly unknown[];
  readonly ends: readonly number[];
};

/** The number of elements that tell conversations apart. The first of them is often the same in all. */
const DISTINCT_ELEMENTS = 3;
/**
 * Creates a function that parses bodies. A body that continues an earlier one has the same objects for the elements that
 * both share, and only its new elements are parsed.
 *
 * It keeps the newest bodies of the conversations used last, up to 8 million characters.
 *
 * @param field the name of the list
 * @returns a function that returns `null` if a text is not an object with such a list
 */
export function createBodyParser(field: string): (text: string) => ParsedBody | null {
  const bodies = createRecentMap<KnownBody>(MEMORY_LIMITS.bodies, ({ text }) => text.length);
  return (text) => {
    const start = startOfList(text, field);
    if (start === null) return short(text);
    const fields = text.slice(0, start);
    const elements = text.slice(start);
    const first = endsOfElements(elements, 0, DISTINCT_ELEMENTS);
    if (first.length < DISTINCT_ELEMENTS) return short(text);
    const key = elements.slice(0, first.at(-1));
    const known = bodies.get(key);
    const parsed = (known && continued(fields, elements, known)) ?? whole(fields, elements);
    if (parsed === null) return short(text);
    bodies.set(key, { text: elements, list: parsed.list, ends: parsed.ends });
    return parsed;
  };

  type Parsed = ParsedBody & { readonly ends: readonly number[] };

  function short(text: string): ParsedBody | null {
    const body = parseObject(text);
    const value = body?.[field];
    if (body === null || !(typeof value === "string" || Array.isArray(value))) return null;
    // A text is one message of the user, which Responses accepts.
    const list: readonly unknown[] =
      typeof value === "string" ? [{ type: "message", role: "user", content: value }] : value;
    return { body, list };
  }

  /** Parses the elements behind those that a body shares with a known one; `null` if it shares none. */
  function continued(fields: string, text: string, known: KnownBody): Parsed | null {
    const shared = sharedElements(text, known);
    const end = known.ends[shared - 1];
    if (end === undefined) return null;
    const rest = text[end] === "," ? end + 1 : end;
    const added = rest === end ? [] : endsOfElements(text, rest);
    const read = elementsOf(fields + text.slice(rest), added);
    if (read === null) return null;
    const list = known.list.slice(0, shared);
    for (const element of read.elements) list.push(element);
    return { body: read.body, list, ends: known.ends.slice(0, shared).concat(added) };
  }

  function whole(fields: string, text: string): Parsed | null {
    const ends = endsOfElements(text, 0);
    const read = elementsOf(fields + text, ends);
    if (read === null) return null;
    return { body: read.body, list: read.elements, ends };
  }

  /** Returns `null` if the elements were not found as JSON has them, for example because the field occurs twice. */
  function elementsOf(
    text: string,
    ends: readonly number[],
  ): { readonly body: JsonObject; readonly elements: readonly unknown[] } | null {
    const body = parseObject(text);
    const elements: unknown = body?.[field];
    if (body === null || !Array.isArray(elements) || elements.length !== ends.length) return null;
    return { body, elements };
  }
}

/** Returns the number of elements at the start that two lists share, or a few less. */
function sharedElements(text: string, known: KnownBody): number {
  const { ends } = known;
  for (let less = 0; less < ends.length; less = less * 2 + 1) {
    const end = ends[ends.length - 1 - less] ?? 0;
    const isBoundary = text[end] === "," || text[end] === "]";
    if (isBoundary && text.slice(0, end) === known.text.slice(0, end)) return ends.length - less;
  }
  return 0;
}
