import { redactSecrets } from "./redact-secrets.ts";

/** The lines that stay in the buffer, so that a secret over several lines is complete. */
const HELD_LINES = 2;
const MOST_ATTEMPTS = 4;
/** A line or a private key above this size is cut, in UTF-16 units. The longest form of a secret is shorter. */
const MOST_HELD = 65_536;

/**
 * Redacts a text that arrives in pieces, such as the output of a command. The pieces may be cut anywhere, also inside a
 * secret. Yields complete lines and holds the newest two back until more text or the end arrives.
 *
 * A line of more than 65,536 UTF-16 units is cut at its last blank.
 */
export async function* redactStream(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string, void, undefined> {
  let held = "";
  for await (const piece of pieces) {
    held += piece;
    if (held.length < MOST_HELD && !piece.includes("\n")) continue;
    const end = safeEnd(held);
    if (end > 0) yield redactSecrets(held.slice(0, end));
    held = held.slice(end);
  }
  if (held !== "") yield redactSecrets(held);
}

/** Returns the length of the longest start that can be redacted without the rest; 0 if more text is needed. */
function safeEnd(text: string): number {
  let end = text.length;
  for (let line = 0; line <= HELD_LINES; line += 1) end = text.lastIndexOf("\n", end - 1);
  end = beforeOpenKey(text, end + 1);
  const whole = end === 0 ? "" : redactSecrets(text);
  for (let attempt = 0; attempt < MOST_ATTEMPTS && end > 0; attempt += 1) {
    if (redactSecrets(text.slice(0, end)) + redactSecrets(text.slice(end)) === whole) return end;
    end = text.lastIndexOf("\n", end - 2) + 1;
  }
  if (text.length < MOST_HELD) return 0;
  const blank = text.lastIndexOf(" ") + 1;
  return blank > 0 ? blank : text.length;
}

/** Returns the start of a private key if `end` is inside of it, otherwise `end`. */
function beforeOpenKey(text: string, end: number): number {
  const start = text.lastIndexOf("-----BEGIN ", end);
  if (start < 0) return end;
  const last = text.indexOf("-----END ", start);
  return last < 0 || last >= end ? Math.min(start, end) : end;
}
