/**
 * Why a text is no JSON, in the words of Python's reader, which servers like vLLM hand on; `null` where it is JSON.
 */
export function jsonError(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const words = error instanceof Error ? error.message : "";
    const place = Number(/at position (\d+)/.exec(words)?.[1] ?? text.length);
    if (words.includes("Unterminated string"))
      return at("Unterminated string starting at", text, openingQuote(text));
    if (words.includes("Bad escaped")) return at("Invalid \\escape", text, place - 1);
    if (words.includes("Bad control")) return at("Invalid control character at", text, place);
    if (words.includes("Expected ','")) return at("Expecting ',' delimiter", text, place);
    return at("Expecting value", text, place);
  }
}

function at(words: string, text: string, place: number): string {
  const before = text.slice(0, place).split("\n");
  return `${words}: line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1} (char ${place})`;
}

/** Where the string begins that does not end. */
function openingQuote(text: string): number {
  let opening = -1;
  for (const quote of text.matchAll(/\\.|"/gs))
    if (quote[0] === '"') opening = opening === -1 ? quote.index : -1;
  return opening;
}
