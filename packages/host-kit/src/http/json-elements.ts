const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENERS = new Set([91, 123]);
const CLOSERS = new Set([93, 125]);

/**
 * Returns where a value of JSON text ends: the place of the comma or bracket after it.
 *
 * @param start the place of its first character
 */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) place = endOfString(text, place);
    else if (OPENERS.has(code)) depth += 1;
    else if (depth === 0 && (code === COMMA || CLOSERS.has(code))) return place;
    else if (CLOSERS.has(code)) depth -= 1;
  }
  return text.length;
}

/** Returns the place of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Returns the place behind the bracket that opens the list of a field; `null` if the object has no such list. */
export function startOfList(text: string, field: string): number | null {
  const opening = `"${field}":[`;
  for (let place = 1; place < text.length; place = endOfValue(text, place) + 1)
    if (text.startsWith(opening, place)) return place + opening.length;
  return null;
}

/**
 * Returns where the elements of a list end.
 *
 * @param start the place of the first element
 * @param limit the number of elements to read. Default: all
 */
export function endsOfElements(
  text: string,
  start: number,
  limit: number = Number.POSITIVE_INFINITY,
): number[] {
  const ends: number[] = [];
  let end = start - 1;
  if (text[start] === "]") return ends;
  do {
    end = endOfValue(text, end + 1);
    ends.push(end);
  } while (text[end] === "," && ends.length < limit);
  return ends;
}
