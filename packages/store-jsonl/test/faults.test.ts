import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isCutpointError } from "@cutpoint/core";
import type { CutpointErrorCode } from "@cutpoint/core";
import type { CorruptLine } from "@cutpoint/store-jsonl";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { expect, test, vi } from "vitest";
import { fileName } from "../src/file-name.ts";
import { SESSION, appendEach, logFolder, message, readIds } from "./log-folder.ts";

const HOUR = 3_600_000;

/** Returns the error code, or `none` if the work succeeds. */
async function codeOf(work: Promise<unknown>): Promise<CutpointErrorCode | "none"> {
  const error: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (error === null) return "none";
  if (isCutpointError(error)) return error.code;
  throw new Error("not an error of Cutpoint", { cause: error });
}

// These wait for two seconds each, until a lock without an owner counts as abandoned.
test.concurrent.each([
  ["empty", ""],
  ["garbled", "\u0000\u0000{"],
  ["a list", "[]"],
])("a lock file that is %s is replaced before a writer times out", async (_, text) => {
  await using folder = await logFolder();
  const lock = join(folder.directory, `${fileName(SESSION)}.lock`);
  await writeFile(lock, text);
  await using store = createJsonlStore(folder);
  await appendEach(store, ["a"]);
  expect(await readIds(store)).toEqual(["a"]);
});

test
  .skipIf(process.platform === "win32")
  .concurrent(
    "a lock that is a dangling link is replaced, and one that is a folder throws store-failed",
    async () => {
      await using folder = await logFolder();
      const lock = join(folder.directory, `${fileName(SESSION)}.lock`);
      await symlink(join(folder.directory, "nowhere"), lock);
      await using store = createJsonlStore(folder);
      await appendEach(store, ["a"]);
      const other = join(folder.directory, `${fileName("other")}.lock`);
      await mkdir(other);
      const append = store.append("other", [message("a")], { expectedHead: null });
      expect(await codeOf(append)).toBe("store-failed");
    },
  );

test("an abandoned lock is replaced even if the lock files of earlier takeovers are abandoned and empty", async () => {
  await using folder = await logFolder();
  const lock = join(folder.directory, `${fileName(SESSION)}.lock`);
  const empty = "e3b0c44298fc1c149afbf4c8996fb924";
  for (const [file, time] of [
    [lock, Date.now() - HOUR],
    [`${lock}.${empty}`, Date.now() - HOUR],
    [`${lock}.new`, Date.now() + HOUR],
  ] as const) {
    await writeFile(file, "");
    await utimes(file, time / 1000, time / 1000);
  }
  await using store = createJsonlStore({ ...folder, lockTimeoutMs: 0 });
  await appendEach(store, ["a"]);
  expect(await readIds(store)).toEqual(["a"]);
});

test.skipIf(process.platform !== "linux")(
  "a write reports the stopped process that holds the lock, and takes the lock over once it is killed",
  async () => {
    await using folder = await logFolder();
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    try {
      await once(child, "spawn");
      child.kill("SIGSTOP");
      const owner = { pid: child.pid, host: hostname(), started: null };
      await writeFile(join(folder.directory, `${fileName(SESSION)}.lock`), JSON.stringify(owner));
      await using store = createJsonlStore({ ...folder, lockTimeoutMs: 50 });
      const refused: unknown = await appendEach(store, ["a"]).catch((error: unknown) => error);
      expect(isCutpointError(refused, "store-failed"), String(refused)).toBe(true);
      expect(String(refused)).toContain(`process ${child.pid}`);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await appendEach(store, ["a"]);
      expect(await readIds(store)).toEqual(["a"]);
    } finally {
      child.kill("SIGKILL");
    }
  },
);

test.skipIf(process.platform !== "linux")(
  "the lock of a zombie process is taken over",
  async () => {
    await using folder = await logFolder();
    // `exec` replaces the shell by a program that does not wait for its children.
    const child = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 60"], { stdio: "pipe" });
    try {
      const [output] = (await once(child.stdout, "data")) as [Buffer];
      const pid = Number(output.toString());
      const state = (): string => execFileSync("cat", [`/proc/${pid}/stat`]).toString();
      await expect.poll(state).toContain(") Z ");
      const owner = { pid, host: hostname(), started: null };
      await writeFile(join(folder.directory, `${fileName(SESSION)}.lock`), JSON.stringify(owner));
      await using store = createJsonlStore({ ...folder, lockTimeoutMs: 0 });
      await appendEach(store, ["a"]);
      expect(await readIds(store)).toEqual(["a"]);
    } finally {
      child.kill("SIGKILL");
    }
  },
);

test.skipIf(process.platform === "win32")(
  "a log replaced by another kind of file does not end a listing, and using it fails at once",
  async () => {
    await using folder = await logFolder();
    const reported: CorruptLine[] = [];
    const names = ["a folder", "a link to itself", "a pipe", "garbled", "of Windows", "whole"];
    {
      await using writer = createJsonlStore(folder);
      for (const name of names) await writer.append(name, [message("a")], { expectedHead: null });
    }
    const path = (name: string): string => join(folder.directory, fileName(name));
    for (const name of names.slice(0, 4)) await rm(path(name));
    await mkdir(path("a folder"));
    await symlink(path("a link to itself"), path("a link to itself"));
    execFileSync("mkfifo", [path("a pipe")]);
    await writeFile(path("garbled"), "\u0000\u0001\n\u0002\n");
    await writeFile(
      path("of Windows"),
      (await readFile(path("of Windows"), "utf8")).replaceAll("\n", "\r\n"),
    );
    await using store = createJsonlStore(folder);
    expect((await Array.fromAsync(store.sessions())).toSorted()).toEqual(["of Windows", "whole"]);
    for (const name of names.slice(0, 3)) {
      expect(await codeOf(Array.fromAsync(store.read(name)))).toBe("store-failed");
      const append = store.append(name, [message("a")], { expectedHead: null });
      expect(await codeOf(append)).toBe("store-failed");
    }
    expect(await codeOf(Array.fromAsync(store.read("garbled")))).toBe("corrupt-log");
    const onCorruptLine = (line: CorruptLine): void => void reported.push(line);
    await using lenient = createJsonlStore({ ...folder, onCorruptLine });
    expect(await Array.fromAsync(lenient.sessions())).toHaveLength(2);
    expect(new Set(reported.map(({ file }) => file))).toEqual(new Set(names.slice(0, 4).map(path)));
  },
);

test("a linked log and a log replaced while open are both read and written", async () => {
  await using folder = await logFolder();
  await using elsewhere = await logFolder();
  await using store = createJsonlStore(folder);
  await appendEach(store, ["a"]);
  await store[Symbol.asyncDispose]();
  const file = await folder.file();
  const moved = join(elsewhere.directory, "moved");
  await rename(file, moved);
  await symlink(moved, file);
  await using linked = createJsonlStore(folder);
  await appendEach(linked, ["b"], "a");
  expect(await readIds(linked)).toEqual(["a", "b"]);
  await rm(file);
  await link(moved, file);
  await appendEach(linked, ["c"], "b");
  expect(await readIds(linked)).toEqual(["a", "b", "c"]);
});

test.skipIf(process.platform === "win32")(
  "erasing through links replaces the file behind them, and fails for a file with two hard links",
  async () => {
    await using folder = await logFolder();
    await using elsewhere = await logFolder();
    await using writer = createJsonlStore(folder);
    await appendEach(writer, ["a", "b"]);
    await writer[Symbol.asyncDispose]();
    const file = await folder.file();
    const [moved, between] = ["moved", "between"].map((name) => join(elsewhere.directory, name));
    await rename(file, moved ?? "");
    await symlink(moved ?? "", between ?? "");
    await symlink(between ?? "", file);
    await using store = createJsonlStore(folder);
    await store.rewrite(SESSION, [message("a", null, "erased")], { expectedHead: "b" });
    const text = await readFile(moved ?? "", "utf8");
    expect(text).not.toContain("text of a");
    expect(text).toContain("text of b");
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    await link(moved ?? "", join(elsewhere.directory, "second"));
    const again = store.rewrite(SESSION, [message("a", null, "again")], { expectedHead: "b" });
    await expect(again).rejects.toThrow("2 hard links: expected 1");
  },
);

test.skipIf(process.platform === "win32")(
  "a pipe in the place of a lock blocks no write",
  async () => {
    await using folder = await logFolder();
    execFileSync("mkfifo", [join(folder.directory, `${fileName(SESSION)}.lock`)]);
    await using store = createJsonlStore({ ...folder, lockTimeoutMs: 20 });
    expect(await codeOf(appendEach(store, ["a"]))).toBe("store-failed");
  },
);

test("a wait for a lock does not depend on the clock of the system", async () => {
  await using folder = await logFolder();
  const owner = { pid: process.ppid, host: hostname(), started: null };
  await writeFile(join(folder.directory, `${fileName(SESSION)}.lock`), JSON.stringify(owner));
  await using store = createJsonlStore({ ...folder, lockTimeoutMs: 20 });
  const clock = vi.spyOn(Date, "now").mockReturnValue(0);
  try {
    expect(await codeOf(appendEach(store, ["a"]))).toBe("store-failed");
  } finally {
    clock.mockRestore();
  }
});

test("a last line without a line break is reported by default", async () => {
  await using folder = await logFolder();
  await using writer = createJsonlStore(folder);
  await appendEach(writer, ["a", "b"]);
  await writer[Symbol.asyncDispose]();
  await folder.overwrite((await folder.bytes()).subarray(0, -1));
  const warned = once(process, "warning");
  await using store = createJsonlStore(folder);
  expect(await readIds(store)).toEqual(["a"]);
  const [warning] = (await warned) as [Error];
  expect(warning.message).toMatch(/jsonl: the last \d+ bytes, from byte \d+, are not read/u);
});

test("a directory path that leads through a file throws store-failed on writes and listings", async () => {
  await using folder = await logFolder();
  await writeFile(join(folder.directory, "file"), "");
  await using store = createJsonlStore({ directory: join(folder.directory, "file", "logs") });
  expect(await codeOf(appendEach(store, ["a"]))).toBe("store-failed");
  expect(await codeOf(Array.fromAsync(store.sessions()))).toBe("store-failed");
});

test(
  "an entry of 100 MB is appended, read and followed by others",
  { tags: ["long"] },
  async () => {
    await using folder = await logFolder();
    await using store = createJsonlStore(folder);
    const large = message("large", "a", "0123456789".repeat(10_000_000));
    await appendEach(store, ["a"]);
    expect(await store.append(SESSION, [large], { expectedHead: "a" })).toEqual({
      type: "appended",
    });
    await appendEach(store, ["b"], "large");
    expect(await readIds(store)).toEqual(["a", "large", "b"]);
    expect(await readIds(store, { order: "newest-first" })).toEqual(["b", "large", "a"]);
  },
);

test.each([
  ["a path upwards", "../../etc/passwd"],
  ["a slash", "/"],
  ["a dot", "."],
  ["the name of a device", "con"],
  ["a text with a NUL", "a\u0000b"],
  ["two lines", "a\nb\r\n"],
  ["half of a character", "\uD800"],
  ["a key of every object", "__proto__"],
  ["100,000 characters", "x".repeat(100_000)],
  ["a piece of JSON", '"},{"id":"'],
  ["codes of a terminal", "\u202E\u0007\u001B[2J"],
])("a session or an entry may be called %s: its log stays in the folder", async (_, id) => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  await store.append(id, [message("a")], { expectedHead: null });
  await store.append(id, [message(id, "a")], { expectedHead: "a" });
  expect((await Array.fromAsync(store.read(id))).map((entry) => entry.id)).toEqual(["a", id]);
  expect(await Array.fromAsync(store.sessions())).toEqual([id]);
  await store[Symbol.asyncDispose]();
  expect(await readdir(folder.directory)).toEqual([fileName(id)]);
});

test("files and folders are readable by their owner only, unless the mode option differs", async () => {
  await using folder = await logFolder();
  const permissions = async (...path: readonly string[]): Promise<number> =>
    (await stat(join(folder.directory, ...path))).mode & 0o777;
  const before = process.umask(0);
  try {
    await using own = createJsonlStore({ directory: join(folder.directory, "own", "logs") });
    await appendEach(own, ["a", "b"]);
    expect(await permissions("own")).toBe(0o700);
    expect(await permissions("own", "logs")).toBe(0o700);
    for (const name of await readdir(join(folder.directory, "own", "logs")))
      expect(await permissions("own", "logs", name), name).toBe(0o600);
    await using shared = createJsonlStore({
      directory: join(folder.directory, "all"),
      mode: 0o640,
    });
    await appendEach(shared, ["a", "b"]);
    await shared.evict(SESSION, { through: "a", expectedHead: "b" });
    expect(await permissions("all")).toBe(0o750);
    for (const name of await readdir(join(folder.directory, "all")))
      expect(await permissions("all", name), name).toBe(0o640);
  } finally {
    process.umask(before);
  }
  expect(() => createJsonlStore({ ...folder, mode: 0o1777 })).toThrow("mode is 1023");
});
