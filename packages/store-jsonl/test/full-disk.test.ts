import { execFileSync } from "node:child_process";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCutpointError } from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { expect, test } from "vitest";
import { SESSION, appendEach, logFolder, message, readIds } from "./log-folder.ts";
import { mountSmallDisk } from "./small-disk.ts";

/** Appends one entry in a process that cannot write any bytes. Returns the code of its error. */
function appendWithoutSpace(directory: string): string {
  const program = new URL("./append-once.ts", import.meta.url).pathname;
  const command = 'ulimit -f 0; exec "$0" --conditions=@cutpoint/source "$@"';
  const flags = ["-c", command, process.execPath, program, directory];
  return execFileSync("sh", flags, { stdio: ["ignore", "pipe", "ignore"] }).toString();
}

test.skipIf(process.platform === "win32")(
  "if no byte can be written, no lock file is left behind and the next append succeeds",
  async () => {
    await using folder = await logFolder();
    await using first = createJsonlStore(folder);
    await appendEach(first, ["a"]);
    await first[Symbol.asyncDispose]();
    expect(appendWithoutSpace(folder.directory)).toBe("store-failed true");
    const log = await folder.file();
    expect(await readdir(folder.directory)).toEqual([log.slice(folder.directory.length + 1)]);
    await using next = createJsonlStore({ ...folder, lockTimeoutMs: 0 });
    await appendEach(next, ["b"], "a");
    expect(await readIds(next)).toEqual(["a", "b"]);
  },
);

test("a session on a disk that fills up repeatedly continues once there is space and keeps every acknowledged entry", async ({
  skip,
}) => {
  const mounted = await mountSmallDisk(256);
  if (typeof mounted === "string") return skip(mounted);
  await using disk = mounted;
  const filler = join(disk.directory, "filler");
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    await using store = createJsonlStore(disk);
    const append = async (): Promise<void> => {
      const expectedHead = acknowledged.at(-1) ?? null;
      const id = `entry-${acknowledged.length}`;
      const entry = message(id, expectedHead, "text ".repeat(300));
      const result = await store.append(SESSION, [entry], { expectedHead });
      expect(result.type).toBe("appended");
      acknowledged.push(id);
    };
    await append();
    await fill(filler);
    let failure: unknown = null;
    while (failure === null)
      failure = await append().then(
        () => null,
        (error: unknown) => error,
      );
    expect(isCutpointError(failure, "store-failed") && failure.retryable).toBe(true);
    await store[Symbol.asyncDispose]();
    await using other = createJsonlStore(disk);
    const refused: unknown = await other
      .append("another session", [message("a")], { expectedHead: null })
      .catch((error: unknown) => error);
    expect(isCutpointError(refused, "store-failed"), String(refused)).toBe(true);
    expect(await readIds(other)).toEqual(acknowledged);
    await rm(filler);
  }
  await using store = createJsonlStore({ ...disk, lockTimeoutMs: 0 });
  await store.append("another session", [message("a")], { expectedHead: null });
  await appendEach(store, ["last"], acknowledged.at(-1));
  expect(await readIds(store)).toEqual([...acknowledged, "last"]);
  await store[Symbol.asyncDispose]();
  expect((await readdir(disk.directory)).filter((name) => name.includes(".lock"))).toEqual([]);
});

test("a read-only file system can be read, and writes throw store-failed", async ({ skip }) => {
  const mounted = await mountSmallDisk(256);
  if (typeof mounted === "string") return skip(mounted);
  await using disk = mounted;
  await using writer = createJsonlStore(disk);
  await appendEach(writer, ["a", "b"]);
  await writer[Symbol.asyncDispose]();
  disk.remount("ro");
  await using store = createJsonlStore(disk);
  expect(await readIds(store)).toEqual(["a", "b"]);
  expect(await Array.fromAsync(store.sessions())).toEqual([SESSION]);
  for (const act of [
    () => appendEach(store, ["c"], "b"),
    () => store.delete(SESSION),
    () => store.evict(SESSION, { through: "a", expectedHead: "b" }),
  ]) {
    const error: unknown = await Promise.resolve(act()).catch((error: unknown) => error);
    expect(isCutpointError(error, "store-failed") && error.retryable, String(error)).toBe(true);
  }
  disk.remount("rw");
  await appendEach(store, ["c"], "b");
  expect(await readIds(store)).toEqual(["a", "b", "c"]);
});

/** Fills a file system completely. */
async function fill(file: string): Promise<void> {
  for (let bytes = 1 << 16; bytes >= 512;) {
    const before = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    const failed = await writeFile(file, Buffer.alloc(bytes), { flag: "a" }).then(
      () => false,
      () => true,
    );
    const after = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    if (failed || after === before) bytes /= 2;
  }
}
