import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCutpointError } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fileName } from "../src/file-name.ts";
import { createJsonlStore } from "../src/jsonl-store.ts";
import { appendEach, logFolder, message, readIds, SESSION } from "./log-folder.ts";

const anyText = fc
  .array(fc.nat({ max: 0xffff }), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));

test("file names are short and readable, and differ for different ids", () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(fileName(one)).toMatch(/^([a-z0-9]+-)*[0-9a-f]{32}\.jsonl$/);
      expect(fileName(one).length).toBeLessThan(80);
      expect(fileName(one) === fileName(other)).toBe(one === other);
    }),
  );
  expect(fileName("\uD800")).not.toBe(fileName("\uDC00"));
  expect(fileName("Chat 42 / Review")).toMatch(/^chat-42-review-[0-9a-f]{32}\.jsonl$/);
});

test("a folder with other files and copies of logs lists each session once", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  await appendEach(store, ["a"]);
  const file = await folder.file();
  await copyFile(file, join(folder.directory, fileName("a copy under another name")));
  await copyFile(file, `${file}.backup`);
  await writeFile(join(folder.directory, "notes.jsonl"), "{}\n");
  await writeFile(join(folder.directory, fileName("empty")), "");
  await mkdir(join(folder.directory, "a folder"));
  expect(await Array.fromAsync(store.sessions())).toEqual([SESSION]);
});

test("no file is created before the first entry, and only its owner may read a log", async () => {
  await using folder = await logFolder();
  const directory = join(folder.directory, "not", "yet");
  await using store = createJsonlStore({ directory });
  expect(await readIds(store)).toEqual([]);
  expect(await Array.fromAsync(store.sessions())).toEqual([]);
  expect(await store.delete(SESSION)).toBe(false);
  await store.append(SESSION, [], { expectedHead: null });
  await store.append(SESSION, [message("a")], { expectedHead: "unknown" });
  expect(await readdir(folder.directory)).toEqual([]);
  await appendEach(store, ["a"]);
  const { mode } = await stat(join(directory, fileName(SESSION)));
  expect(mode & 0o077).toBe(process.platform === "win32" ? mode & 0o077 : 0);
});

test("more sessions than the limit of open files are all written and read", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  const names = Array.from({ length: 300 }, (_, index) => `session ${index}`);
  for (const [id, expectedHead] of [
    ["a", null],
    ["b", "a"],
  ] as const) {
    const appends = names.map((name) => store.append(name, [message(id)], { expectedHead }));
    const results = await Promise.all(appends);
    expect(results.every((result) => result.type === "appended")).toBe(true);
  }
  expect((await Array.fromAsync(store.sessions())).toSorted()).toEqual(names.toSorted());
  expect(await openFiles()).toBeLessThan(250);
});

test("readers that stop early leave no file open", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  await appendEach(store, ["a", "b"]);
  const before = await openFiles();
  for (let round = 0; round < 100; round += 1) {
    for await (const entry of store.read(SESSION, { order: "newest-first" }))
      if (entry.id === "b") break;
  }
  expect(await openFiles()).toBeLessThan(before + 10);
});

test("disposal closes all files, including those of pending appends", async () => {
  await using folder = await logFolder();
  const before = await openFiles();
  const store = createJsonlStore(folder);
  const names = Array.from({ length: 50 }, (_, index) => `session ${index}`);
  const appends = names.map((name) => store.append(name, [message("a")], { expectedHead: null }));
  await store[Symbol.asyncDispose]();
  expect(await openFiles()).toBeLessThan(before + 10);
  await Promise.all(appends);
  await using next = createJsonlStore(folder);
  expect((await Array.fromAsync(next.sessions())).toSorted()).toEqual(names.toSorted());
});

test("changes to the entries after the call of append are not written", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  const entries = [message("a")];
  const append = store.append(SESSION, entries, { expectedHead: null });
  Object.assign(entries[0] ?? {}, { id: "changed" });
  entries.push(message("b"));
  await append;
  expect(await readIds(store)).toEqual(["a"]);
});

test("an eviction names the option with an unknown entry", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  const evict = (through: string): unknown =>
    store.evict(SESSION, { through, expectedHead: "b" }).catch(String);
  const unknown: unknown = expect.stringContaining('through is "zz": expected the id of an entry');
  expect(await evict("zz")).toEqual(unknown);
  await appendEach(store, ["a", "b"]);
  expect(await evict("zz")).toEqual(unknown);
});

test("invalid input is rejected before anything is written, and an unusable folder throws store-failed", async () => {
  await using folder = await logFolder();
  expect(() => createJsonlStore({ directory: "" })).toThrow('directory is ""');
  for (const options of [undefined, null, "folder"])
    expect(() => createJsonlStore(options as never)).toThrow(
      `options is ${JSON.stringify(options)}: expected an object with a directory`,
    );
  await using store = createJsonlStore(folder);
  const unwritable = { ...message("a"), message: { role: "user", parts: [], adapterMetadata: 1n } };
  for (const entry of [unwritable, { ...message("a"), id: "" }, { type: "note" }, null]) {
    const error: unknown = await store
      .append(SESSION, [entry as never], { expectedHead: null })
      .catch((error: unknown) => error);
    expect(isCutpointError(error, "invalid-input"), String(error)).toBe(true);
    expect(String(error)).toContain("entries[0]");
  }
  expect(await readdir(folder.directory)).toEqual([]);
  await writeFile(join(folder.directory, "a file"), "");
  await using misplaced = createJsonlStore({ directory: join(folder.directory, "a file") });
  for (const act of [
    () => appendEach(misplaced, ["a"]),
    () => Array.fromAsync(misplaced.sessions()),
  ]) {
    const error: unknown = await act().catch((error: unknown) => error);
    expect(isCutpointError(error, "store-failed"), String(error)).toBe(true);
  }
});

/** Returns the number of open files of this process, or 0 if the system does not report it. */
async function openFiles(): Promise<number> {
  return (await readdir("/proc/self/fd").catch(() => [])).length;
}
