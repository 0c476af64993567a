/**
 * Returns the message of Python's JSON parser for invalid JSON, as servers like vLLM return it. `null` for valid JSON.
 */
export function jsonError(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const words = error instanceof Error ? error.message : "";
    const position = Number(/at position (\d+)/.exec(words)?.[1] ?? text.length);
    if (words.includes("Unterminated string"))
      return at("Unterminated string starting at", text, findOpenQuote(text));
    if (words.includes("Bad escaped")) return at("Invalid \\escape", text, position - 1);
    if (words.includes("Bad control")) return at("Invalid control character at", text, position);
    if (words.includes("Expected ','")) return at("Expecting ',' delimiter", text, position);
    return at("Expecting value", text, position);
  }
}

function at(words: string, text: string, position: number): string {
  const before = text.slice(0, position).split("\n");
  return `${words}: line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1} (char ${position})`;
}

/** Returns the start of the unterminated string. */
function findOpenQuote(text: string): number {
  let opening = -1;
  for (const quote of text.matchAll(/\\.|"/gs))
    if (quote[0] === '"') opening = opening === -1 ? quote.index : -1;
  return opening;
}
