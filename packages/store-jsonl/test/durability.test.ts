import { isCutpointError } from "@cutpoint/core";
import { expect, test } from "vitest";
import type { Disk } from "../src/disk.ts";
import { nodeDisk } from "../src/disk.ts";
import { createJsonlStoreOn } from "../src/jsonl-store.ts";
import type { Durability } from "../src/options.ts";
import { SESSION, appendEach, logFolder, message, readIds } from "./log-folder.ts";

type Recorded = { readonly disk: Disk; readonly calls: string[]; failFlush: boolean };

/** A disk that records writes and flushes in order. */
function recordingDisk(): Recorded {
  const recorded: Recorded = {
    calls: [],
    failFlush: false,
    disk: {
      ...nodeDisk,
      openAppend(path, create) {
        const file = nodeDisk.openAppend(path, create);
        if (file === null) return null;
        return {
          ...file,
          write(text) {
            recorded.calls.push("write");
            return file.write(text);
          },
          async flush() {
            recorded.calls.push("flush");
            if (recorded.failFlush) throw Object.assign(new Error("EIO"), { code: "EIO" });
            await file.flush();
            recorded.calls.push("flushed");
          },
        };
      },
      async flushNames(directory) {
        recorded.calls.push("names");
        await nodeDisk.flushNames(directory);
      },
    },
  };
  return recorded;
}

async function appendTogether(
  durability: Durability,
  count: number,
): Promise<{ readonly calls: readonly string[]; readonly ids: readonly string[] }> {
  await using folder = await logFolder();
  const recorded = recordingDisk();
  await using store = createJsonlStoreOn(recorded.disk, { ...folder, durability });
  await appendEach(store, ["first"]);
  recorded.calls.length = 0;
  const ids = Array.from({ length: count }, (_, index) => `id-${index}`);
  await Promise.all(
    ids.map(async (id, index) => {
      const expectedHead = ids[index - 1] ?? "first";
      await store.append(SESSION, [message(id, expectedHead)], { expectedHead });
      recorded.calls.push("answered");
    }),
  );
  return { calls: [...recorded.calls], ids: await readIds(store) };
}

test("without durability nothing is flushed", async () => {
  const { calls } = await appendTogether("none", 8);
  expect(calls.filter((call) => call.startsWith("flush"))).toEqual([]);
});

test("concurrent appends share one flush, and none resolves before it", async () => {
  const { calls, ids } = await appendTogether("batch", 64);
  expect(ids).toHaveLength(65);
  expect(calls.filter((call) => call === "flush").length).toBeLessThanOrEqual(2);
  expect(calls.indexOf("answered")).toBeGreaterThan(calls.indexOf("flushed"));
  expect(calls.lastIndexOf("write")).toBeLessThan(calls.lastIndexOf("flush"));
});

test("always flushes each append before the next is written", async () => {
  const { calls } = await appendTogether("always", 4);
  const order = calls.filter((call) => call !== "answered");
  expect(order).toEqual(Array.from({ length: 4 }, () => ["write", "flush", "flushed"]).flat());
});

test("the name of a new log is flushed too", async () => {
  await using folder = await logFolder();
  const { disk, calls } = recordingDisk();
  await using store = createJsonlStoreOn(disk, { ...folder, durability: "always" });
  await appendEach(store, ["a", "b"]);
  expect(calls.filter((call) => call === "names")).toHaveLength(1);
});

test.each(["batch", "always"] as const)(
  "with durability %s a failed flush fails the append, and the repeated append waits for a successful flush",
  async (durability) => {
    await using folder = await logFolder();
    const recorded = recordingDisk();
    await using store = createJsonlStoreOn(recorded.disk, { ...folder, durability });
    await appendEach(store, ["a"]);
    recorded.failFlush = true;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error: unknown = await appendEach(store, ["b"], "a").catch((error: unknown) => error);
      expect(isCutpointError(error, "store-failed"), String(error)).toBe(true);
    }
    recorded.failFlush = false;
    recorded.calls.length = 0;
    await appendEach(store, ["b", "c"], "a");
    expect(recorded.calls.indexOf("flushed")).toBeGreaterThan(-1);
    expect(await readIds(store)).toEqual(["a", "b", "c"]);
  },
);
