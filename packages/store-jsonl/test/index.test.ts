import { appendFile, readdir } from "node:fs/promises";
import type { Entry } from "@cutpoint/session";
import { encodeBatch } from "@cutpoint/session/store";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Disk, nodeDisk } from "../src/disk.ts";
import { createJsonlStoreOn } from "../src/jsonl-store.ts";
import { idsOf, lineOf, parentIn } from "../src/log-format.ts";
import { createLogIndex } from "../src/log-index.ts";
import { countingDisk } from "./counting-disk.ts";
import { logFolder, message, readIds, SESSION } from "./log-folder.ts";

const MEGABYTE = 1 << 20;

/** For tests that write a few megabytes, in ms. */
const LONG = 60_000;

test("the ids of every written line can be read without parsing its entries", () => {
  const id = fc.oneof(
    fc.string({ minLength: 1, maxLength: 6 }),
    fc.constantFrom('"],"entries":[', '","batch":[', "\\", "\uD800", "日本", '{"id":"'),
  );
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 4 }), (ids) => {
      const line = lineOf(encodeBatch(ids.map((each) => message(each, null, '"],"entries":['))));
      expect(idsOf(Buffer.from(line))).toEqual(ids);
    }),
  );
});

test("the parent of a damaged line is read only after its key", () => {
  const damaged = (text: string): Buffer => Buffer.from(`{"id":"b"}${text}`);
  expect(parentIn(damaged('"parentId":null'))).toBe(null);
  expect(parentIn(damaged('"parentId":"a"'))).toBe("a");
  for (const text of ["null", '"a"', '"parentId"'])
    for (let indent = 0; indent < 12; indent += 1)
      expect(parentIn(Buffer.from(" ".repeat(indent) + text))).toBe(undefined);
});

test(
  "an entry far from the end is found by the index, without reading the entries after it",
  async () => {
    await using folder = await logFolder();
    const { disk, read } = countingDisk();
    await using store = createJsonlStoreOn(disk, folder);
    const ids = Array.from({ length: 8000 }, (_, index) => `id-${index}`);
    const text = "x".repeat(1000);
    for (let start = 0; start < ids.length; start += 40) {
      const batch: readonly Entry[] = ids
        .slice(start, start + (start % 80 === 0 ? 40 : 1))
        .map((id) => message(id, null, text));
      const expectedHead = lastOf(start === 0 ? [] : await newestOf());
      await store.append(SESSION, batch, { expectedHead });
    }
    async function newestOf(): Promise<readonly string[]> {
      for await (const entry of store.read(SESSION, { order: "newest-first" })) return [entry.id];
      return [];
    }
    expect(await firstFrom("id-80")).toEqual(["id-80", "id-81"]);
    read.bytes = 0;
    expect(await firstFrom("id-160")).toEqual(["id-160", "id-161"]);
    expect(read.bytes).toBeLessThan(1.5 * MEGABYTE);
    await expect(firstFrom("gone")).rejects.toThrow("gone");

    async function firstFrom(from: string): Promise<readonly string[]> {
      const found: string[] = [];
      for await (const entry of store.read(SESSION, { from })) {
        found.push(entry.id);
        if (found.length === 2) break;
      }
      return found;
    }
  },
  LONG,
);

function lastOf(ids: readonly string[]): string | null {
  return ids.at(-1) ?? null;
}

test("the index adds appended lines, skips torn lines, and starts over for a new file", async () => {
  await using folder = await logFolder();
  async function append(entries: readonly Entry[], expectedHead: string | null): Promise<void> {
    await using store = createJsonlStoreOn(nodeDisk, folder);
    await store.append(SESSION, entries, { expectedHead });
  }
  await append([message("a"), message("b", "a")], null);
  const index = createLogIndex();
  const path = await folder.file();
  async function update(): Promise<void> {
    await using file = await nodeDisk.openRead(path);
    if (file !== null) await index.update(file);
  }
  await update();
  expect(index.find("a")).toHaveLength(1);
  expect(index.find("b")).toEqual(index.find("a"));
  expect(index.find("c")).toEqual([]);
  await appendFile(path, '{"id":"torn","type":"mess');
  await update();
  expect(index.find("torn")).toEqual([]);
  await append([message("c", "b")], "b");
  await appendFile(
    path,
    '{"type":"note","id":"by hand","parentId":"c","at":1,"kind":"k","value":1}\n',
  );
  await update();
  expect(index.find("c")).toHaveLength(1);
  expect(index.find("by hand")).toHaveLength(1);
  await using store = createJsonlStoreOn(nodeDisk, folder);
  await store.rewrite(SESSION, [message("a", null, "other")], { expectedHead: "by hand" });
  await update();
  expect(index.find("c")).toHaveLength(1);
  expect(await readIds(store, { from: "c" })).toEqual(["c", "by hand"]);
});

test("a failed rewrite keeps the old log and deletes its temporary file and those of earlier rewrites", async () => {
  await using folder = await logFolder();
  let fail = true;
  const disk: Disk = {
    ...nodeDisk,
    async rename(from, to) {
      if (fail) throw Object.assign(new Error("EIO"), { code: "EIO" });
      await nodeDisk.rename(from, to);
    },
  };
  await using store = createJsonlStoreOn(disk, folder);
  await store.append(SESSION, [message("a"), message("b", "a")], { expectedHead: null });
  await appendFile(`${await folder.file()}.${crypto.randomUUID()}.new`, "left behind");
  const options = { through: "a", expectedHead: "b" };
  await expect(store.evict(SESSION, options)).rejects.toThrow("EIO");
  expect(await readIds(store)).toEqual(["a", "b"]);
  const logs = async (): Promise<readonly string[]> =>
    (await readdir(folder.directory)).filter((name) => !name.endsWith(".lock"));
  expect(await logs()).toHaveLength(1);
  fail = false;
  expect(await store.evict(SESSION, options)).toEqual({ type: "evicted", count: 1 });
  expect(await logs()).toHaveLength(1);
  expect((await folder.bytes()).toString()).not.toContain("text of a");
});
