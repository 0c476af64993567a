import { isCutpointError } from "@cutpoint/core";
import { expect, test } from "vitest";
import { type Disk, nodeDisk } from "../src/disk.ts";
import { createJsonlStore, createJsonlStoreOn } from "../src/jsonl-store.ts";
import { appendEach, logFolder, message, readIds, SESSION } from "./log-folder.ts";
import { someOf } from "../../../tooling/laws/src/cases.ts";

/** For tests that open a log a few hundred times, in ms. */
const LONG = 60_000;

/** The outcome of one write: the number of bytes written, and whether the system reports it or throws. */
type Failure = { readonly bytes: number; readonly error?: string };

/** A disk whose next writes fail as listed. */
function failingDisk(failures: Failure[]): Disk {
  return {
    ...nodeDisk,
    openAppend(path, create) {
      const file = nodeDisk.openAppend(path, create);
      if (file === null) return null;
      return {
        ...file,
        write(text) {
          const failure = failures.shift();
          if (failure === undefined) return file.write(text);
          const part = Buffer.from(text).subarray(0, failure.bytes).toString("latin1");
          const written = file.write(part);
          if (failure.error !== undefined)
            throw Object.assign(new Error(failure.error), { code: failure.error });
          return written;
        },
      };
    },
  };
}

test.each([
  { what: "a short write", error: undefined },
  { what: "no space", error: "ENOSPC" },
  { what: "an input/output error", error: "EIO" },
])(
  "$what at any byte leaves a readable log, and the append can be repeated",
  async ({ error }) => {
    const written = { batch: ["b", "c"], entries: [message("b", "a"), message("c", "b")] };
    const length = Buffer.byteLength(`${JSON.stringify(written)}\n`);
    for (const bytes of someOf([...Array(length + 1).keys()])) {
      if (bytes === length && error === undefined) continue;
      await using folder = await logFolder();
      const failures: Failure[] = [];
      await using store = createJsonlStoreOn(failingDisk(failures), folder);
      await appendEach(store, ["a"]);
      failures.push({ bytes, ...(error === undefined ? {} : { error }) });
      const batch = [message("b", "a"), message("c", "b")];
      const failure: unknown = await store
        .append(SESSION, batch, { expectedHead: "a" })
        .catch((error: unknown) => error);
      expect(isCutpointError(failure, "store-failed"), `${bytes} bytes`).toBe(true);
      await using reader = createJsonlStore(folder);
      const stored = bytes === length ? ["a", "b", "c"] : ["a"];
      expect(await readIds(reader), `${bytes} of ${length} bytes`).toEqual(stored);
      expect(await store.append(SESSION, batch, { expectedHead: "a" })).toEqual({
        type: "appended",
      });
      await appendEach(store, ["d"], "c");
      expect(await readIds(store), `${bytes} bytes`).toEqual(["a", "b", "c", "d"]);
      expect(await readIds(reader, { order: "newest-first" })).toEqual(["d", "c", "b", "a"]);
    }
  },
  LONG,
);

test("repeated failed writes, including those that close a torn line, lose no entry", async () => {
  await using folder = await logFolder();
  const failures: Failure[] = [];
  await using store = createJsonlStoreOn(failingDisk(failures), folder);
  await appendEach(store, ["a"]);
  for (const bytes of [20, 1, 3, 6, 7, 8, 30, 0]) {
    failures.push({ bytes, error: "ENOSPC" });
    await expect(appendEach(store, ["b"], "a")).rejects.toThrow("ENOSPC");
    expect(await readIds(store), `${bytes} bytes`).toEqual(["a"]);
  }
  await appendEach(store, ["b", "c"], "a");
  expect(await readIds(store)).toEqual(["a", "b", "c"]);
  expect(await readIds(store, { order: "newest-first" })).toEqual(["c", "b", "a"]);
});

test("a session whose first append failed is not listed", async () => {
  await using folder = await logFolder();
  const failures = [30, 90, 0].map((bytes) => ({ bytes, error: "ENOSPC" }));
  await using store = createJsonlStoreOn(failingDisk(failures), folder);
  while (failures.length > 0) {
    await expect(appendEach(store, ["a"])).rejects.toThrow("ENOSPC");
    expect(await Array.fromAsync(store.sessions())).toEqual([]);
    expect(await readIds(store)).toEqual([]);
  }
  await appendEach(store, ["a", "b"]);
  expect(await readIds(store)).toEqual(["a", "b"]);
});

test("an append is one write", async () => {
  await using folder = await logFolder();
  const writes: string[] = [];
  const disk: Disk = {
    ...nodeDisk,
    openAppend(path, create) {
      const file = nodeDisk.openAppend(path, create);
      if (file === null) return null;
      return { ...file, write: (text) => (writes.push(text), file.write(text)) };
    },
  };
  await using store = createJsonlStoreOn(disk, folder);
  await appendEach(store, ["a"]);
  await store.append(SESSION, [message("b", "a"), message("c", "b")], { expectedHead: "a" });
  expect(writes).toHaveLength(2);
  expect(writes.join("")).toBe((await folder.bytes()).toString());
  const lines = writes
    .join("")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(lines).toEqual([
    { format: "cutpoint-log", version: 1, sessionId: SESSION },
    message("a"),
    { batch: ["b", "c"], entries: [message("b", "a"), message("c", "b")] },
  ]);
});
