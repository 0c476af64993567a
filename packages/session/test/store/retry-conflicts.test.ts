import { describe, expect, test } from "vitest";
import { type RetryClock, retryConflicts } from "../../src/store/retry-conflicts.ts";

/** A clock without waiting. */
function fakeClock(random: () => number): RetryClock & { readonly pauses: number[] } {
  const pauses: number[] = [];
  let time = 0;
  return {
    pauses,
    random,
    now: () => time,
    async sleep(milliseconds) {
      pauses.push(milliseconds);
      time += milliseconds;
    },
  };
}

/** An attempt that conflicts some times before it succeeds. */
function failingTimes(times: number): () => Promise<string | undefined> {
  let left = times;
  return async () => {
    left -= 1;
    return left < 0 ? "written" : undefined;
  };
}

describe("retries after a conflict", () => {
  test("end with the first result and take no pause if nothing conflicts", async () => {
    const clock = fakeClock(() => 1);
    expect(await retryConflicts(failingTimes(0), clock)).toBe("written");
    expect(clock.pauses).toEqual([]);
  });

  test("pause up to 1 ms at first, then up to twice as long, at most 200 ms", async () => {
    const clock = fakeClock(() => 1);
    await retryConflicts(failingTimes(10), clock);
    expect(clock.pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 200, 200]);
  });

  test("pause for a random part of the limit", async () => {
    const shares = [0.5, 0, 0.25];
    const clock = fakeClock(() => shares.shift() ?? 1);
    await retryConflicts(failingTimes(3), clock);
    expect(clock.pauses).toEqual([0.5, 0, 1]);
  });

  test("give up after a time, not after a number of conflicts", async () => {
    const slow = fakeClock(() => 1);
    await expect(retryConflicts(failingTimes(1_000), slow)).rejects.toThrow(
      /gave up after \d+ write conflicts in 30 s/u,
    );
    const total = slow.pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(30_000);
    expect(total).toBeLessThanOrEqual(30_200);
    const lucky = fakeClock(() => 0);
    expect(await retryConflicts(failingTimes(1_000), lucky)).toBe("written");
  });

  test("pass on an error of the attempt", async () => {
    const error = new Error("disk full");
    await expect(retryConflicts(() => Promise.reject(error))).rejects.toBe(error);
  });
});
