/** Parses a flag in tokens. Thousands may be separated by `_` or `,`. */
export function parseTokens(flag: string, text: string): number {
  const tokens = Number(text.replaceAll(/[_,]/gu, ""));
  if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  throw new Error(`${flag} is ${JSON.stringify(text)}: expected a number of tokens above 0`);
}
