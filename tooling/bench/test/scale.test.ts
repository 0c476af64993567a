import { startServer } from "@cutpoint/postgres-server";
import { expect, test } from "vitest";
import { measureBytesPerTurn } from "../src/scale/bytes-per-turn.ts";
import { runLoad } from "../src/scale/load.ts";

test(
  "two killed processes on a server that crashes lose and double no message",
  { tags: ["long"] },
  async () => {
    const server = await startServer();
    if (typeof server === "string") throw new Error(server);
    await using running = server;
    const load = { client: "Cutpoint", processes: 2, sessionsPerProcess: 4, seconds: 8 } as const;
    const result = await runLoad(running, load);
    expect(result).toMatchObject({ kills: 2, faults: { lost: 0, doubled: 0 } });
    expect(result.messagesPerSecond).toBeGreaterThan(0);
  },
);

test(
  "a turn after 2,000 messages writes at most twice its text",
  { tags: ["long"] },
  async ({ skip }) => {
    const server = await startServer({ durable: true });
    if (typeof server === "string") return skip(server);
    await using running = server;
    const { ratio } = await measureBytesPerTurn(running, "Cutpoint");
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThanOrEqual(2);
  },
);
