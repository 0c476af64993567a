/** Flushes a file on behalf of many: all that was written before a flush begins shares it. */
export type Flusher = {
  flush(): Promise<void>;
  isBusy(): boolean;
};

export function createFlusher(flush: () => Promise<void>): Flusher {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let underWay = 0;

  async function begin(): Promise<void> {
    underWay += 1;
    try {
      await running.catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      next = null;
      running = flush();
      await running;
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
