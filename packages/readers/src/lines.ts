/** The content of a file: text or bytes, whole or in chunks of any size. */
export type SessionInput =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/** The lines of one chunk. `isComplete` is `false` for the last line of a file without a line break at its end. */
export type LineBatch = { readonly lines: readonly string[]; readonly isComplete: boolean };

/** Splits an input into lines. Copies each byte a constant number of times, whatever the length of the lines. */
export async function* lineBatches(
  input: SessionInput,
  onProgress?: (readBytes: number) => void,
): AsyncGenerator<LineBatch> {
  const decoder = new TextDecoder();
  let readBytes = 0;
  let pieces: string[] = [];
  const chunks = typeof input === "string" || input instanceof Uint8Array ? [input] : input;
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    readBytes += chunk.length;
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    if (lines.length > 0) {
      lines[0] = pieces.join("") + (lines[0] ?? "");
      pieces = [];
      yield { lines, isComplete: true };
    }
    pieces.push(rest);
    onProgress?.(readBytes);
  }
  const last = pieces.join("") + decoder.decode();
  if (last !== "") yield { lines: [last], isComplete: false };
}
