/** A stream that was read up to its first content. */
export type HeldStream<Chunk> = {
  /** The chunk that ended the wait; `undefined` if the stream is empty. */
  readonly last: Chunk | undefined;
  /** The stream from its start on. */
  readonly stream: ReadableStream<Chunk>;
};

/** Reads a stream up to its first content, so that one that fails by then can be retried unseen. */
export async function holdStream<Chunk>(
  stream: ReadableStream<Chunk>,
  isOpening: (chunk: Chunk) => boolean,
): Promise<HeldStream<Chunk>> {
  const reader = stream.getReader();
  const held: Chunk[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (!done) held.push(value);
    if (done || !isOpening(value)) return { last: held.at(-1), stream: resume(held, reader) };
  }
}

function resume<Chunk>(
  held: Chunk[],
  reader: ReadableStreamDefaultReader<Chunk>,
): ReadableStream<Chunk> {
  return new ReadableStream({
    async pull(controller) {
      const first = held.shift();
      if (first !== undefined) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => reader.cancel(reason),
  });
}
