/** Flushes a file on behalf of many: all that was written before a flush begins shares it, and its answer. */
export type Flusher<Answer> = {
  flush(): Promise<Answer>;
  isBusy(): boolean;
};

export function createFlusher<Answer>(flush: () => Promise<Answer>): Flusher<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  let underWay = 0;

  async function begin(): Promise<Answer> {
    underWay += 1;
    try {
      await running.catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      next = null;
      const answer = flush();
      running = answer;
      return await answer;
    } finally {
      underWay -= 1;
    }
  }

  return {
    flush() {
      next ??= begin();
      return next;
    },
    isBusy: () => underWay > 0,
  };
}
