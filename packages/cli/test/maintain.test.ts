import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assistantMessage, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { startServer } from "@cutpoint/postgres-server";
import { openSession, type SessionStore } from "@cutpoint/session";
import { describe, expect, test } from "vitest";
import { runCommand } from "../src/command.ts";
import { openStore } from "../src/store-flag.ts";

const DAY = 24 * 60 * 60 * 1000;

type Receipt = {
  readonly sessions: number;
  readonly changed: readonly {
    readonly sessionId: string;
    readonly type: string;
    readonly entries: number;
  }[];
  readonly failed: readonly unknown[];
};

async function maintain(...values: string[]): Promise<{ code: number; receipt: Receipt }> {
  const out: string[] = [];
  const code = await runCommand(["maintain", ...values, "--json"], {
    print: (line) => out.push(line),
    printError: (line) => out.push(line),
  });
  return { code, receipt: JSON.parse(out.join("\n")) as Receipt };
}

/** Plays 40 turns that are compacted, all at a time `days` ago. */
async function play(store: SessionStore, sessionId: string, days: number): Promise<void> {
  await using session = await openSession({
    store,
    sessionId,
    summarizer: createExtractiveSummarizer(),
    now: () => Date.now() - days * DAY,
  });
  for (let turn = 0; turn < 40; turn += 1) {
    await session.append([userMessage(`Question ${turn}: ${"what about this? ".repeat(20)}`)]);
    await session.fit({ windowTokens: 4000 });
    await session.append([assistantMessage(`Answer ${turn}: ${"like this. ".repeat(20)}`)]);
  }
}

async function view(store: SessionStore, sessionId: string): Promise<unknown> {
  await using session = await openSession({
    store,
    sessionId,
    summarizer: createExtractiveSummarizer(),
  });
  return session.view().messages;
}

async function count(store: SessionStore, sessionId: string): Promise<number> {
  return (await Array.fromAsync(store.read(sessionId))).length;
}

type Place = AsyncDisposable & { readonly address: string };

/** Returns an empty store, or the reason why there is none. */
async function openPlace(kind: string): Promise<Place | string> {
  if (kind === "postgresql") {
    const server = await startServer();
    if (typeof server === "string") return server;
    return { ...server, address: server.connectionString };
  }
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-maintain-"));
  return {
    address: `${kind}:${join(folder, "store")}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

describe("maintain", () => {
  test.for(["jsonl", "sqlite", "postgresql"])(
    "removes what the policy names from a %s store",
    async (kind, { skip }) => {
      const opened = await openPlace(kind);
      if (typeof opened === "string") return skip(opened);
      await using place = opened;
      const { address } = place;
      await using store = await openStore(address);
      await play(store, "old", 100);
      await play(store, "new", 1);
      const before = { entries: await count(store, "new"), view: await view(store, "new") };
      const policy = ["--delete-after", "90", "--evict-compacted"];

      const planned = await maintain(address, ...policy, "--dry-run");
      expect(await count(store, "new")).toBe(before.entries);
      expect(await count(store, "old")).toBeGreaterThan(0);

      const done = await maintain(address, ...policy, "--pause", "1");
      expect(done.code).toBe(0);
      expect(done.receipt.changed).toEqual(planned.receipt.changed);
      const evicted = done.receipt.changed.find(({ sessionId }) => sessionId === "new");
      expect(evicted?.type).toBe("evicted");
      expect(await count(store, "new")).toBe(before.entries - (evicted?.entries ?? 0) + 1);
      expect(await view(store, "new")).toEqual(before.view);
      expect(await count(store, "old")).toBe(0);

      const again = await maintain(address, ...policy);
      expect(again.receipt).toMatchObject({ sessions: 1, changed: [], failed: [] });
    },
  );

  test.each([
    [["jsonl:x"], "--delete-after <days> or --evict-compacted"],
    [["jsonl:x", "--delete-after", "0"], '--delete-after is "0": expected a number above 0'],
    [["file:x", "--evict-compacted"], 'store is "file:x": expected jsonl:<folder>'],
  ])("rejects %j", async (values, message) => {
    const errors: string[] = [];
    const code = await runCommand(["maintain", ...values], {
      print: () => {},
      printError: (line) => errors.push(line),
    });
    expect(code).toBe(2);
    expect(errors.join("\n")).toContain(message);
  });
});
