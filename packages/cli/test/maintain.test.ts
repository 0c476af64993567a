import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@cutpoint/postgres-server";
import { describe, expect, test } from "vitest";
import { runCommand } from "../src/command.ts";
import { openStore } from "../src/store-flag.ts";
import { countEntries, maintain, play, readView } from "./maintenance.ts";

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

/** Returns a folder with an empty file and an empty folder. */
async function openFolder(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-maintain-"));
  await writeFile(join(folder, "a-file"), "");
  await mkdir(join(folder, "a-folder"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
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
      const before = {
        entries: await countEntries(store, "new"),
        view: await readView(store, "new"),
      };
      const policy = ["--delete-after", "90", "--evict-compacted"];

      const planned = await maintain(address, ...policy, "--dry-run");
      expect(await countEntries(store, "new")).toBe(before.entries);
      expect(await countEntries(store, "old")).toBeGreaterThan(0);

      const done = await maintain(address, ...policy, "--pause", "1");
      expect(done.code).toBe(0);
      expect(done.receipt.changed).toEqual(planned.receipt.changed);
      const evicted = done.receipt.changed.find(({ sessionId }) => sessionId === "new");
      expect(evicted?.type).toBe("evicted");
      expect(await countEntries(store, "new")).toBe(before.entries - (evicted?.entries ?? 0) + 1);
      expect(await readView(store, "new")).toEqual(before.view);
      expect(await countEntries(store, "old")).toBe(0);

      const again = await maintain(address, ...policy);
      expect(again.receipt).toMatchObject({ sessions: 1, changed: [], failed: [] });
    },
  );

  test.each([
    [["jsonl:x"], "--delete-after <days>, --evict-compacted or --move-compacted"],
    [["jsonl:x", "--delete-after", "0"], '--delete-after is "0": expected a number above 0'],
    [["jsonl:x", "--evict-compacted", "--move-compacted"], "expected one of them"],
    [["jsonl:x", "--move-compacted"], "--move-compacted needs --bucket"],
    [["jsonl:x", "--move-compacted", "--bucket", "https://x"], "expected a store in postgresql:"],
    [["postgresql://x", "--move-compacted", "--bucket", "x"], '--bucket is "x"'],
    [["postgresql://x", "--move-compacted", "--bucket", "https://x"], "needs AWS_ACCESS_KEY_ID"],
    [["jsonl:x", "--evict-compacted", "--pause", "x"], '--pause is "x": expected a number, 0 or'],
    [
      ["jsonl:x", "--evict-compacted", "--pause", ""],
      '--pause is "": expected a number, 0 or more',
    ],
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

  test.for([
    ["jsonl", "none", "a folder that exists"],
    ["jsonl", "a-file", "a folder that exists"],
    ["sqlite", "none", "an SQLite database that exists"],
    ["sqlite", "a-file", "an SQLite database that exists"],
    ["sqlite", "a-folder", "an SQLite database that exists"],
  ] as const)("rejects %s:%s and creates nothing", async ([kind, name, expected]) => {
    await using place = await openFolder();
    const files = await readdir(place.folder);
    const address = `${kind}:${join(place.folder, name)}`;
    for (const more of [[], ["--dry-run"]]) {
      const errors: string[] = [];
      const code = await runCommand(["maintain", address, "--evict-compacted", ...more], {
        print: () => {},
        printError: (line) => errors.push(line),
      });
      expect(code).toBe(2);
      expect(errors[0]).toBe(`cutpoint: store is ${JSON.stringify(address)}: expected ${expected}`);
      expect(await readdir(place.folder)).toEqual(files);
    }
  });
});
