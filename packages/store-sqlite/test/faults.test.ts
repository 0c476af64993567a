import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isCutpointError, userMessage } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { expect, test } from "vitest";
import { wrapSqliteError } from "../src/errors.ts";

const SESSION = "session";

const PAGE_BYTES = 8192;

type Place = Disposable & { readonly directory: string; readonly file: string };

function place(): Place {
  const directory = mkdtempSync(join(tmpdir(), "cutpoint-"));
  return {
    directory,
    file: join(directory, "log.db"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}

/** Mounts a file system of 2 MB. Returns the reason if this process may not do so. */
function smallDisk(): (Place & { readonly remount: (access: string) => void }) | string {
  const at = place();
  const run = (command: string, ...flags: readonly string[]): void =>
    void execFileSync(command, flags, { stdio: "pipe" });
  try {
    run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", at.directory);
  } catch (error) {
    at[Symbol.dispose]();
    return `no file system can be mounted here: ${String(error).split("\n")[0]}`;
  }
  return {
    ...at,
    remount: (access) => run("mount", "-o", `remount,${access}`, at.directory),
    [Symbol.dispose]() {
      run("umount", "-l", at.directory);
      at[Symbol.dispose]();
    },
  };
}

function message(id: string, parentId: string | null = null, text = `text of ${id}`): Entry {
  return { type: "message", id, parentId, at: 1, message: userMessage(text) };
}

async function appendEach(store: SessionStore, count: number, text?: string): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const expectedHead = index === 0 ? null : `${index - 1}`;
    await store.append(SESSION, [message(`${index}`, expectedHead, text)], { expectedHead });
  }
}

async function ids(store: SessionStore): Promise<readonly string[]> {
  return Array.fromAsync(store.read(SESSION), (entry) => entry.id);
}

/** Returns the error, or `null` if the call succeeds. */
async function errorOf(act: () => unknown): Promise<Error | null> {
  try {
    await act();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

test("a database with an overwritten page is read from its undamaged pages, or throws a permanent corrupt-log", async () => {
  using at = place();
  {
    await using store = createSqliteStore(at);
    await appendEach(store, 120, "many words of text ".repeat(40));
    await store.search(SESSION, "words");
  }
  const pages = statSync(at.file).size / PAGE_BYTES;
  expect(pages).toBeGreaterThan(10);
  const whole = join(at.directory, "whole");
  copyFileSync(at.file, whole);
  let damaged = 0;
  for (let page = 0; page < pages; page += 1) {
    for (const name of readdirSync(at.directory))
      if (name !== "whole") rmSync(join(at.directory, name));
    const bytes = readFileSync(whole);
    bytes.fill(page % 2 === 0 ? 0xff : 0x2a, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    writeFileSync(at.file, bytes);
    for (const act of [
      (store: SessionStore) => ids(store),
      (store: SessionStore) => Array.fromAsync(store.sessions()),
      (store: SessionStore) =>
        store.append(SESSION, [message("x", "119")], { expectedHead: "119" }),
      (store: SessionStore) => store.delete(SESSION),
    ]) {
      const error = await errorOf(async () => {
        await using store = createSqliteStore(at);
        await act(store);
      });
      if (error === null) continue;
      damaged += 1;
      const isExpected = isCutpointError(error, "corrupt-log") && !error.retryable;
      expect(isExpected, `page ${page}: ${String(error)}`).toBe(true);
    }
  }
  expect(damaged).toBeGreaterThan(pages);
});

test("what a driver throws without an error throws store-failed", () => {
  const thrown = (value: unknown): unknown => {
    try {
      return wrapSqliteError("read", "the log")(value);
    } catch (error) {
      return error;
    }
  };
  for (const value of ["SQLITE_CORRUPT", undefined, { code: "SQLITE_CORRUPT" }])
    expect(isCutpointError(thrown(value), "store-failed")).toBe(true);
  expect(isCutpointError(thrown(new Error("SQLITE_CORRUPT")), "corrupt-log")).toBe(true);
});

test("a truncated database and a file of another format throw corrupt-log", async () => {
  using at = place();
  {
    await using store = createSqliteStore(at);
    await appendEach(store, 50, "text ".repeat(500));
  }
  const { size } = statSync(at.file);
  truncateSync(at.file, size / 2);
  const cut = await errorOf(async () => {
    await using store = createSqliteStore(at);
    await ids(store);
  });
  expect(isCutpointError(cut, "corrupt-log"), String(cut)).toBe(true);
  writeFileSync(at.file, "a shopping list".repeat(1000));
  const list = await errorOf(() => createSqliteStore(at));
  expect(isCutpointError(list, "corrupt-log"), String(list)).toBe(true);
});

test("a folder instead of the file or a file in its path throws store-failed, and a link is followed", async () => {
  using at = place();
  mkdirSync(at.file);
  writeFileSync(join(at.directory, "file"), "");
  for (const file of [at.file, join(at.directory, "file", "log.db")]) {
    const error = await errorOf(() => createSqliteStore({ file }));
    expect(isCutpointError(error, "store-failed"), String(error)).toBe(true);
  }
  const real = join(at.directory, "real.db");
  await createSqliteStore({ file: real })[Symbol.asyncDispose]();
  const link = join(at.directory, "link.db");
  symlinkSync(real, link);
  await using store = createSqliteStore({ file: link });
  await appendEach(store, 2);
  await using other = createSqliteStore({ file: real });
  expect(await ids(other)).toEqual(["0", "1"]);
});

test.for(["none", "batch", "always"] as const)(
  "a full disk throws store-failed, and every acknowledged entry is there once there is space (%s)",
  async (durability, { skip }) => {
    const disk = smallDisk();
    if (typeof disk === "string") return skip(disk);
    using at = disk;
    const acknowledged: string[] = [];
    const filler = join(at.directory, "filler");
    writeFileSync(filler, Buffer.alloc(1 << 20));
    await using store = createSqliteStore({ ...at, durability });
    const append = async (): Promise<void> => {
      const expectedHead = acknowledged.at(-1) ?? null;
      const id = `${acknowledged.length}`;
      await store.append(SESSION, [message(id, expectedHead, "x".repeat(4000))], { expectedHead });
      acknowledged.push(id);
    };
    let error: Error | null = null;
    while (error === null) error = await errorOf(append);
    expect(isCutpointError(error, "store-failed") && error.retryable, String(error)).toBe(true);
    expect(await ids(store)).toEqual(acknowledged);
    rmSync(filler);
    await append();
    await append();
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(await ids(store)).toEqual(acknowledged);
  },
);

test("on a read-only file system, writes throw store-failed", async ({ skip }) => {
  const disk = smallDisk();
  if (typeof disk === "string") return skip(disk);
  using at = disk;
  await using store = createSqliteStore(at);
  await appendEach(store, 2);
  await store[Symbol.asyncDispose]();
  at.remount("ro");
  const error = await errorOf(async () => {
    await using reader = createSqliteStore(at);
    await reader.append(SESSION, [message("2", "1")], { expectedHead: "1" });
  });
  expect(isCutpointError(error, "store-failed") && error.retryable, String(error)).toBe(true);
  at.remount("rw");
  await using again = createSqliteStore(at);
  expect(await ids(again)).toEqual(["0", "1"]);
});

test("a writer that never commits blocks others until they time out, and reads continue", async () => {
  using at = place();
  await using store = createSqliteStore({ ...at, busyTimeoutMs: 50 });
  await appendEach(store, 2);
  using stopped = new DatabaseSync(at.file);
  stopped.exec("BEGIN IMMEDIATE");
  const append = (): Promise<unknown> =>
    store.append(SESSION, [message("2", "1")], { expectedHead: "1" });
  const error = await errorOf(append);
  expect(isCutpointError(error, "store-failed") && error.retryable, String(error)).toBe(true);
  expect(await ids(store)).toEqual(["0", "1"]);
  stopped.exec("ROLLBACK");
  expect(await append()).toEqual({ type: "appended" });
});

test(
  "an entry of 100 MB is appended, read and followed by others",
  { tags: ["long"] },
  async () => {
    using at = place();
    await using store = createSqliteStore(at);
    await appendEach(store, 1);
    const large = message("large", "0", "0123456789".repeat(10_000_000));
    await store.append(SESSION, [large], { expectedHead: "0" });
    await store.append(SESSION, [message("last", "large")], { expectedHead: "large" });
    expect(await ids(store)).toEqual(["0", "large", "last"]);
  },
);

test.skipIf(process.platform === "win32")(
  "the files and a new folder are the user's alone, unless a mode says otherwise",
  async () => {
    using at = place();
    const before = process.umask(0);
    try {
      for (const [name, options, files, folder] of [
        ["own", {}, 0o600, 0o700],
        ["shared", { mode: 0o660 }, 0o660, 0o770],
      ] as const) {
        const directory = join(at.directory, name, "logs");
        await using store = createSqliteStore({ file: join(directory, "log.db"), ...options });
        await appendEach(store, 2);
        expect(statSync(directory).mode & 0o777).toBe(folder);
        const made = readdirSync(directory);
        expect(made).toHaveLength(3);
        for (const each of made)
          expect(statSync(join(directory, each)).mode & 0o777, each).toBe(files);
      }
    } finally {
      process.umask(before);
    }
    expect(() => createSqliteStore({ ...at, mode: -1 })).toThrow("mode is -1");
  },
);
