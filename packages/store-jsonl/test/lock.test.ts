import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isCutpointError } from "@cutpoint/core";
import { expect, test } from "vitest";
import { type Disk, nodeDisk } from "../src/disk.ts";
import { fileName } from "../src/file-name.ts";
import { createJsonlStore } from "../src/jsonl-store.ts";
import { createProcessLock } from "../src/process-lock.ts";
import { appendEach, logFolder, message, readIds, SESSION } from "./log-folder.ts";

/** Returns the id of a process that has ended. */
function endedProcess(): number {
  return Number(execFileSync(process.execPath, ["-p", "process.pid"]).toString());
}

function lockFile(directory: string): string {
  return join(directory, `${fileName(SESSION)}.lock`);
}

test("a lock whose owner has ended is taken over", async () => {
  await using folder = await logFolder();
  const owner = { pid: endedProcess(), host: hostname(), started: null };
  await writeFile(lockFile(folder.directory), JSON.stringify(owner));
  await using store = createJsonlStore({ ...folder, lockTimeoutMs: 0 });
  await appendEach(store, ["a"]);
  expect(await readIds(store)).toEqual(["a"]);
});

test.runIf(process.platform === "linux")(
  "a lock whose process id was reused by another process is taken over",
  async () => {
    await using folder = await logFolder();
    const owner = { pid: process.ppid, host: hostname(), started: "an earlier boot/1" };
    await writeFile(lockFile(folder.directory), JSON.stringify(owner));
    await using store = createJsonlStore({ ...folder, lockTimeoutMs: 0 });
    await appendEach(store, ["a"]);
    expect(await readIds(store)).toEqual(["a"]);
  },
);

test.each([
  ["a process that runs", { pid: process.ppid, host: hostname(), started: null }],
  ["a process of another host", { pid: 1, host: "elsewhere", started: null }],
  ["a process that the system cannot check", { pid: 2 ** 31, host: hostname(), started: null }],
])("a lock of %s is respected, and the error names the process", async (_, owner) => {
  await using folder = await logFolder();
  await writeFile(lockFile(folder.directory), JSON.stringify(owner));
  await using store = createJsonlStore({ ...folder, lockTimeoutMs: 20 });
  const error: unknown = await appendEach(store, ["a"]).catch((error: unknown) => error);
  expect(isCutpointError(error, "store-failed"), String(error)).toBe(true);
  expect(isCutpointError(error) && error.retryable).toBe(true);
  expect(String(error)).toContain(`process ${owner.pid} on "${owner.host}"`);
  expect(await readdir(folder.directory)).toHaveLength(1);
});

test("the lock is released on disposal, and automatically when idle", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  await appendEach(store, ["a"]);
  expect(JSON.parse(await readFile(lockFile(folder.directory), "utf8"))).toMatchObject({
    pid: process.pid,
    host: hostname(),
  });
  await expect.poll(() => readdir(folder.directory)).toHaveLength(1);
  await appendEach(store, ["b"], "a");
  await store[Symbol.asyncDispose]();
  expect(await readdir(folder.directory)).toHaveLength(1);
});

test("if two processes see that the owner has ended, the second does not take the lock from the first", async () => {
  await using folder = await logFolder();
  const path = join(folder.directory, "lock");
  const owner = { pid: endedProcess(), host: hostname(), started: null };
  await writeFile(path, JSON.stringify(owner));
  let interrupt: (() => void) | null = null;
  /** Runs another takeover between this process reading the owner and taking the lock. */
  const disk: Disk = {
    ...nodeDisk,
    createLockFile(at, text) {
      if (at !== path) {
        const run = interrupt;
        interrupt = null;
        run?.();
      }
      return nodeDisk.createLockFile(at, text);
    },
  };
  const first = createProcessLock(nodeDisk, path);
  const second = createProcessLock(disk, path);
  interrupt = () => expect(first.take().type).toBe("taken");
  expect(second.take().type).toBe("held");
  expect(first.isHeld()).toBe(true);
  first.release();
  expect(second.take().type).toBe("taken");
  second.release();
});

test("a conflict with an entry of another store is found under the lock", async () => {
  await using folder = await logFolder();
  await using one = createJsonlStore(folder);
  await using other = createJsonlStore(folder);
  await appendEach(one, ["a"]);
  await appendEach(other, ["b"], "a");
  const result = await one.append(SESSION, [message("c", "a")], { expectedHead: "a" });
  expect(result).toEqual({ type: "conflict", head: "b" });
});
