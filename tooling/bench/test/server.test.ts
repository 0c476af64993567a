import { expect, test } from "vitest";
import { answersWhileCompacting } from "../src/speed/server/answers.ts";

// Shares of one run, since the times depend on the machine.
test(
  "a server answers 20 clients while a session is compacted offline in its process",
  { tags: ["long"] },
  async () => {
    const { compactionMs, count, slowestMs } = await answersWhileCompacting(2_000);
    expect(count).toBeGreaterThan(100);
    expect(slowestMs).toBeLessThan(compactionMs / 2);
  },
);
