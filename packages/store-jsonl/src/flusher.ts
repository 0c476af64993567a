/** Combines flushes: all calls made before a flush begins share that flush and its result. */
export type Flusher<Answer> = {
  flush(): Promise<Answer>;
  isBusy(): boolean;
};

export function createFlusher<Answer>(flush: () => Promise<Answer>): Flusher<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  let activeFlushes = 0;

  async function begin(): Promise<Answer> {
    activeFlushes += 1;
    try {
      await running.catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      next = null;
      const answer = flush();
      running = answer;
      return await answer;
    } finally {
      activeFlushes -= 1;
    }
  }

  return {
    flush() {
      next ??= begin();
      return next;
    },
    isBusy: () => activeFlushes > 0,
  };
}
