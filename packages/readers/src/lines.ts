/** The content of a file: text or bytes, whole or in chunks of any size. */
export type SessionInput =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/** The lines of one chunk. `isComplete` is `false` for the last line of a file without a line break at its end. */
export type LineBatch = { readonly lines: readonly string[]; readonly isComplete: boolean };

/** UTF-16 units of a line. A longer one ends after them, since texts of Node have at most 4 times as many. */
const MAX_LINE = 2 ** 27;

/** Splits an input into lines. Copies each byte a constant number of times, whatever the length of the lines. */
export async function* lineBatches(
  input: SessionInput,
  onProgress?: (readBytes: number) => void,
): AsyncGenerator<LineBatch> {
  const decode = createDecoder();
  let readBytes = 0;
  let pieces: string[] = [];
  let length = 0;
  const chunks = typeof input === "string" || input instanceof Uint8Array ? [input] : input;
  for await (const chunk of chunks) {
    readBytes += chunk.length;
    const lines = (typeof chunk === "string" ? chunk : decode(chunk)).split("\n");
    const rest = lines.pop() ?? "";
    if (lines.length > 0) {
      lines[0] = pieces.join("") + (lines[0] ?? "");
      pieces = [];
      length = 0;
      yield { lines, isComplete: true };
    }
    if (length < MAX_LINE) pieces.push(rest);
    length += rest.length;
    onProgress?.(readBytes);
  }
  const last = pieces.join("") + decode(null);
  if (last !== "") yield { lines: [last], isComplete: false };
}

/** Decodes UTF-8, or UTF-16 if the input begins with its byte order mark, as shells of Windows write it. */
function createDecoder(): (bytes: Uint8Array | null) => string {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let first: Uint8Array = new Uint8Array();
  return (bytes) => {
    if (decoder !== null) return decoder.decode(bytes ?? undefined, { stream: bytes !== null });
    const start: Uint8Array = bytes === null ? first : joined(first, bytes);
    first = start;
    if (start.length < 2 && bytes !== null) return "";
    const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
    decoder = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8");
    return decoder.decode(start, { stream: bytes !== null });
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
