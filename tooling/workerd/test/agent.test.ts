import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, startWorker } from "@cutpoint/workerd";
import { expect, test } from "vitest";
import type { AgentReport } from "./agent-worker.ts";

const entry = new URL("./agent-worker.ts", import.meta.url);

/** Starts the runtime, plays turns and stops it. */
async function play(persistIn: string, first: number, last: number): Promise<AgentReport> {
  await using worker = await startWorker({
    entry,
    durableObjects: { AGENT: "Agent" },
    persistIn,
  });
  return JSON.parse(await worker.request(`/?first=${first}&last=${last}`)) as AgentReport;
}

test("an agent plays 60 turns in a Durable Object without Node.js, across a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-"));
  try {
    const before = await play(folder, 1, 30);
    expect(before.nodeGlobals).toEqual([]);
    expect(before.entries).toBe(120);
    const after = await play(folder, 31, 60);
    expect(after.entries).toBe(240);
    expect(before.compactions + after.compactions).toBeGreaterThan(1);
    expect(Math.max(before.largestViewTokens, after.largestViewTokens)).toBeLessThan(8_000);
    expect(after.hits).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("core, session, extractive and the drivers import no module of Node.js", async () => {
  expect((await bundle(entry)).match(/from ?"node:[^"]+"/gu)).toBeNull();
});
