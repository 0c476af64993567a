import { expect, onTestFinished, test, vi } from "vitest";
import { createD1Driver, type D1DatabaseLike } from "../src/drivers/d1.ts";

/** A database that reads nothing and fails at each commit. */
function failingDatabase(error: unknown): D1DatabaseLike & { readonly commits: () => number } {
  let commits = 0;
  const result = { results: [], meta: { changes: 0 } };
  return {
    prepare: () => ({ bind: () => ({ all: async () => result }) }),
    async batch() {
      commits += 1;
      throw error;
    },
    commits: () => commits,
  };
}

const write = { query: "DELETE FROM entries", parameters: [] };

test.each([
  ["another constraint", new Error("UNIQUE constraint failed: cutpoint_entries.id")],
  ["no error at all", "the network is gone"],
])("a commit that fails because of %s is not tried again", async (_, error) => {
  const database = failingDatabase(error);
  const driver = createD1Driver(database);
  const transaction = driver.transaction(async (execute) => execute(write));
  await expect(transaction).rejects.toBe(error);
  expect(database.commits()).toBe(1);
});

test("a transaction that is always overtaken gives up after 10 s", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const error = new Error("UNIQUE constraint failed: cutpoint_commits.number");
  const database = failingDatabase(error);
  const start = performance.now();
  const transaction = createD1Driver(database).transaction(async (execute) => execute(write));
  const ended = transaction.catch(
    (caught: unknown) => [caught, performance.now() - start] as const,
  );
  await vi.advanceTimersByTimeAsync(11_000);
  const [caught, time] = (await ended) as readonly [unknown, number];
  expect(caught).toBe(error);
  expect(time).toBeGreaterThan(10_000);
  expect(database.commits()).toBeGreaterThan(50);
});
