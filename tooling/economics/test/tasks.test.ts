import { expect, test } from "vitest";
import { playTasks } from "../src/play-tasks.ts";

test.each([8_000, 16_000, 32_000])(
  "the compact tool saves compactions and keeps more that is asked for later, in %d tokens",
  async (windowTokens) => {
    const without = await playTasks(windowTokens, false, [4]);
    const asking = await playTasks(windowTokens, true, [4]);
    expect(asking.compactions).toBeLessThan(without.compactions);
    expect(asking.answered).toBeGreaterThan(without.answered);
    expect(asking.viewTokens).toBeLessThan(without.viewTokens);
  },
);
