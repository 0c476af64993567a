import { parseObject } from "./event-parser.ts";
import { endsOfElements, startOfList } from "./json-elements.ts";
import { createRecentMap } from "./recent-map.ts";
import type { JsonObject } from "./wire-format.ts";

/** A body, and where the elements of its list are. */
type KnownBody = {
  readonly text: string;
  readonly list: readonly unknown[];
  readonly ends: readonly number[];
};

/** The number of elements that tell conversations apart. The first of them is often the same in all. */
const DISTINCT_ELEMENTS = 3;
const MAX_BODIES = 16;

/**
 * Creates a function that parses bodies. A body that continues an earlier one has the same objects for the elements that
 * both share, and only its new elements are parsed.
 *
 * The objects must not be changed. The text of the newest body of 16 conversations is kept.
 *
 * @param field the name of the list
 */
export function createBodyParser(field: string): (text: string) => JsonObject | null {
  const bodies = createRecentMap<KnownBody>(MAX_BODIES);
  return (text) => {
    const start = startOfList(text, field);
    const first = start === null ? [] : endsOfElements(text, start, DISTINCT_ELEMENTS);
    if (start === null || first.length < DISTINCT_ELEMENTS) return parseObject(text);
    const key = text.slice(0, first.at(-1));
    const known = bodies.get(key);
    const parsed = (known && continued(text, known, start)) ?? whole(text, start);
    if (parsed !== null) bodies.set(key, parsed.known);
    return parsed === null ? parseObject(text) : parsed.body;
  };

  type Parsed = { readonly body: JsonObject; readonly known: KnownBody };

  /** Parses the elements behind those that a body shares with a known one; `null` if it shares none. */
  function continued(text: string, known: KnownBody, start: number): Parsed | null {
    const shared = sharedElements(text, known);
    const end = known.ends[shared - 1];
    if (end === undefined) return null;
    const rest = text[end] === "," ? end + 1 : end;
    const body = parseObject(text.slice(0, start) + text.slice(rest));
    const added = rest === end ? [] : endsOfElements(text, rest);
    return knownAs(body, [known.list.slice(0, shared), known.ends.slice(0, shared), added], text);
  }

  function whole(text: string, start: number): Parsed | null {
    return knownAs(parseObject(text), [[], [], endsOfElements(text, start)], text);
  }

  /** Returns `null` if the elements were not found as JSON has them, for example because the field occurs twice. */
  function knownAs(
    body: JsonObject | null,
    [shared, ends, added]: readonly [readonly unknown[], readonly number[], readonly number[]],
    text: string,
  ): Parsed | null {
    const parsed = body?.[field];
    if (body === null || !Array.isArray(parsed) || parsed.length !== added.length) return null;
    const list: readonly unknown[] = [...shared, ...(parsed as readonly unknown[])];
    return { body: { ...body, [field]: list }, known: { text, list, ends: [...ends, ...added] } };
  }
}

/** Returns the number of elements at the start that two bodies share, or a few less. */
function sharedElements(text: string, known: KnownBody): number {
  const { ends } = known;
  for (let less = 0; less < ends.length; less = less * 2 + 1) {
    const end = ends[ends.length - 1 - less] ?? 0;
    const isBoundary = text[end] === "," || text[end] === "]";
    if (isBoundary && text.slice(0, end) === known.text.slice(0, end)) return ends.length - less;
  }
  return 0;
}
