import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nodeDisk, type ReadFile } from "../src/disk.ts";
import { createJsonlStoreOn } from "../src/jsonl-store.ts";
import { linesFromEnd, linesFromStart } from "../src/lines.ts";
import { countingDisk } from "./counting-disk.ts";
import { SESSION, appendEach, logFolder, message, readIds } from "./log-folder.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

const BLOCK_BYTES = 65_536;

/** For tests that read a few megabytes, in ms. */
const LONG = 60_000;

test(
  "reading the newest entries and appending read a few blocks at the end of the log, regardless of its length",
  async () => {
    await using folder = await logFolder();
    const { disk, read } = countingDisk();
    await using writer = createJsonlStoreOn(disk, folder);
    await appendEach(writer, ["a"]);
    const text = "x".repeat(1000);
    const ids = Array.from({ length: 40_000 }, (_, index) => `id-${index}`);
    const log = createWriteStream(await folder.file(), { flags: "a" });
    for (const id of ids) log.write(`${JSON.stringify(message(id, null, text))}\n`);
    log.end();
    await finished(log);
    expect((await folder.bytes()).length).toBeGreaterThan(40_000_000);

    await using store = createJsonlStoreOn(disk, folder);
    read.bytes = 0;
    const newest: string[] = [];
    for await (const entry of store.read(SESSION, { order: "newest-first" })) {
      newest.push(entry.id);
      if (newest.length === 10) break;
    }
    expect(newest).toEqual(ids.slice(-10).reverse());
    expect(read.bytes).toBeLessThanOrEqual(2 * BLOCK_BYTES);

    read.bytes = 0;
    await appendEach(store, ["b"], ids.at(-1));
    expect(read.bytes).toBeLessThanOrEqual(2 * BLOCK_BYTES);

    read.bytes = 0;
    await appendEach(store, ["c", "d", "e"], "b");
    expect(read.bytes).toBe(0);

    const retry = await store.append(SESSION, [message("d", "c")], { expectedHead: "c" });
    expect(retry).toEqual({ type: "appended" });
    expect(read.bytes).toBeLessThanOrEqual(2 * BLOCK_BYTES);

    expect((await Array.fromAsync(store.sessions())).length).toBe(1);
    expect(read.bytes).toBeLessThanOrEqual(6 * BLOCK_BYTES);
  },
  LONG,
);

function fileOf(bytes: Buffer): ReadFile {
  return {
    size: bytes.length,
    identity: "bytes",
    read: async (position, length) => bytes.subarray(position, position + length),
    readInto: async (block, position) => void bytes.copy(block, 0, position),
    [Symbol.asyncDispose]: async () => {},
  };
}

test(
  "lines are the same from either end, regardless of block boundaries",
  async () => {
    const line = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom(-2, -1, 0, 1, 2).map((more) => "x".repeat(BLOCK_BYTES + more)),
      fc.constant("y".repeat(3 * BLOCK_BYTES)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (texts) => {
        const bytes = Buffer.from(texts.join("\n").replaceAll("\r", " "));
        const expected = bytes.toString().split("\n");
        const forth = (await Array.fromAsync(linesFromStart(fileOf(bytes)))).flat();
        const back = (await Array.fromAsync(linesFromEnd(fileOf(bytes)))).flat().reverse();
        for (const lines of [forth, back]) {
          expect(lines.map((found) => found.bytes.toString())).toEqual(expected);
          const ends = lines.map(({ offset, bytes }) => offset + bytes.length);
          expect(ends.map((end) => bytes[end])).toEqual(
            lines.map(({ ended }) => (ended ? 10 : undefined)),
          );
          const begins = lines.map(({ offset }) => offset);
          expect(begins).toEqual([0, ...ends.slice(0, -1).map((end) => end + 1)]);
        }
      }),
      cases(100),
    );
  },
  LONG,
);

test("an entry larger than a block is read from either end and with from", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStoreOn(nodeDisk, folder);
  await appendEach(store, ["a"]);
  const large = message("large", "a", "é\n".repeat(1_500_000));
  await store.append(SESSION, [large], { expectedHead: "a" });
  await appendEach(store, ["b"], "large");
  expect(await readIds(store, { order: "newest-first" })).toEqual(["b", "large", "a"]);
  expect(await readIds(store, { from: "large" })).toEqual(["large", "b"]);
});
