import { expect, test } from "vitest";
import { playTasks } from "../src/play-tasks.ts";

test("the compact tool saves compactions and keeps more that is asked for later", async () => {
  const without = await playTasks(8_000, false, [1]);
  const asking = await playTasks(8_000, true, [1]);
  expect(asking.compactions).toBeLessThan(without.compactions);
  expect(asking.answered).toBeGreaterThan(without.answered);
  expect(asking.viewTokens).toBeLessThan(without.viewTokens);
});
