import { readFile } from "node:fs/promises";
import { isCutpointError } from "@cutpoint/core";
import { expect, test } from "vitest";
import { createJsonlStore } from "../src/jsonl-store.ts";
import type { CorruptLine, Repair } from "../src/options.ts";
import { appendEach, logFolder, message, readIds, SESSION } from "./log-folder.ts";
import { someOf } from "../../../tooling/laws/src/cases.ts";

const LINE_BREAK = 0x0a;

/** For tests that open a log a few hundred times, in ms. */
const LONG = 60_000;

test(
  "a log torn at any byte of its last line opens without that line",
  async () => {
    await using folder = await logFolder();
    await using writer = createJsonlStore(folder);
    await appendEach(writer, ["a", "b"]);
    const batch = [message("c", "b", "é🧵"), message("d", "c")];
    await writer.append(SESSION, batch, { expectedHead: "b" });
    await writer[Symbol.asyncDispose]();
    const whole = await folder.bytes();
    const lastLine = whole.lastIndexOf(LINE_BREAK, whole.length - 2) + 1;
    for (const length of someOf([...Array(whole.length).keys()].slice(lastLine))) {
      await folder.overwrite(whole.subarray(0, length));
      const repairs: Repair[] = [];
      await using store = createJsonlStore({
        ...folder,
        onRepair: (repair) => repairs.push(repair),
      });
      expect(await readIds(store, { order: "newest-first" }), `${length} bytes`).toEqual([
        "b",
        "a",
      ]);
      await appendEach(store, ["x", "y"], "b");
      expect(await readIds(store), `${length} bytes`).toEqual(["a", "b", "x", "y"]);
      expect(await readIds(store, { from: "x", order: "newest-first" })).toEqual(["x", "b", "a"]);
      const told = repairs.map(({ offset, bytesDropped }) => [offset, bytesDropped]);
      expect(told).toEqual(length === lastLine ? [] : [[lastLine, length - lastLine]]);
      await using next = createJsonlStore({ ...folder, onRepair: () => expect.unreachable() });
      expect(await readIds(next), `${length} bytes, opened again`).toEqual(["a", "b", "x", "y"]);
    }
  },
  LONG,
);

test(
  "a log torn at any byte of its creation is not listed, and can be appended to",
  async () => {
    await using folder = await logFolder();
    await using writer = createJsonlStore(folder);
    await appendEach(writer, ["a"]);
    await writer[Symbol.asyncDispose]();
    const whole = await folder.bytes();
    for (const length of someOf([...Array(whole.length).keys()])) {
      await folder.overwrite(whole.subarray(0, length));
      await using store = createJsonlStore(folder);
      expect(await Array.fromAsync(store.sessions()), `${length} bytes`).toEqual([]);
      expect(await readIds(store), `${length} bytes`).toEqual([]);
      const result = await store.append(SESSION, [message("b")], { expectedHead: "a" });
      expect(result).toEqual({ type: "conflict", head: null });
      await appendEach(store, ["b", "c"]);
      expect(await readIds(store), `${length} bytes`).toEqual(["b", "c"]);
      expect(await Array.fromAsync(store.sessions()), `${length} bytes`).toEqual([SESSION]);
    }
  },
  LONG,
);

test("a torn line does not come back with the next append, even if only its line break is missing", async () => {
  await using folder = await logFolder();
  await using writer = createJsonlStore(folder);
  await appendEach(writer, ["a", "b"]);
  await writer[Symbol.asyncDispose]();
  await folder.overwrite((await folder.bytes()).subarray(0, -1));
  await using store = createJsonlStore(folder);
  const other = [message("b", "a", "another b")];
  expect(await store.append(SESSION, other, { expectedHead: "a" })).toEqual({ type: "appended" });
  expect(await Array.fromAsync(store.read(SESSION))).toEqual([message("a"), ...other]);
});

test("an unreadable line throws corrupt-log, and with onCorruptLine all other lines are read", async () => {
  await using folder = await logFolder();
  await using writer = createJsonlStore(folder);
  await appendEach(writer, ["a", "b", "c", "d"]);
  await writer[Symbol.asyncDispose]();
  const whole = await folder.bytes();
  const offset = whole.indexOf('{"id":"b"');
  const end = whole.indexOf(LINE_BREAK, offset);
  const line = whole.toString("latin1", offset, end);
  const damages = [
    "{".padEnd(line.length),
    "0".padEnd(line.length),
    line.replace('"at":1', '"at":-'),
    line.replace("text of b", "\u00FFext of b"),
  ];
  for (const damage of damages) {
    const bytes = Buffer.from(whole);
    bytes.write(damage, offset, end - offset, "latin1");
    await folder.overwrite(bytes);
    await using strict = createJsonlStore(folder);
    for (const order of ["oldest-first", "newest-first"] as const) {
      const error: unknown = await readIds(strict, { order }).catch((error: unknown) => error);
      expect(isCutpointError(error, "corrupt-log"), damage.slice(0, 10)).toBe(true);
      expect(String(error)).toContain(`byte ${offset}`);
    }
    const lines: CorruptLine[] = [];
    const onCorruptLine = (line: CorruptLine): void => void lines.push(line);
    await using lenient = createJsonlStore({ ...folder, onCorruptLine });
    expect(await readIds(lenient)).toEqual(["a", "c", "d"]);
    expect(lines.map((line) => [line.sessionId, line.offset])).toEqual([[SESSION, offset]]);
    await appendEach(lenient, ["e"], "d");
    expect(await readIds(lenient, { order: "newest-first" })).toEqual(["e", "d", "c", "a"]);
  }
});

test("after 100 unreadable lines a read counts the others and reports them together", async () => {
  await using folder = await logFolder();
  await using writer = createJsonlStore(folder);
  await appendEach(writer, ["a", "b"]);
  await writer[Symbol.asyncDispose]();
  const whole = await folder.bytes();
  const offset = whole.indexOf('{"id":"b"');
  const damaged = Buffer.from("{\n".repeat(1000));
  await folder.overwrite(
    Buffer.concat([whole.subarray(0, offset), damaged, whole.subarray(offset)]),
  );
  const lines: CorruptLine[] = [];
  const onCorruptLine = (line: CorruptLine): void => void lines.push(line);
  await using store = createJsonlStore({ ...folder, onCorruptLine });
  for (const [order, newest] of [
    ["oldest-first", 103],
    ["newest-first", 902],
  ] as const) {
    lines.length = 0;
    expect((await readIds(store, { order })).toSorted()).toEqual(["a", "b"]);
    expect(lines.map(({ count }) => count)).toEqual([...Array<number>(100).fill(1), 900]);
    expect(lines.at(-1)?.line).toBe(newest);
    expect(lines.at(-1)?.error.message).toContain("could not read 900 more lines");
  }
});

test("an append after an unreadable newest line throws corrupt-log, and with onCorruptLine it is reported", async () => {
  await using folder = await logFolder();
  await using writer = createJsonlStore(folder);
  await appendEach(writer, ["a", "b"]);
  await writer[Symbol.asyncDispose]();
  const bytes = await folder.bytes();
  const offset = bytes.indexOf('{"id":"b"');
  bytes.write("0", offset);
  await folder.overwrite(bytes);
  await using strict = createJsonlStore(folder);
  const append = appendEach(strict, ["c"], "a").catch((error: unknown) => error);
  expect(isCutpointError(await append, "corrupt-log")).toBe(true);
  expect(await folder.bytes()).toEqual(bytes);
  const lines: CorruptLine[] = [];
  const onCorruptLine = (line: CorruptLine): void => void lines.push(line);
  await using lenient = createJsonlStore({ ...folder, onCorruptLine });
  await appendEach(lenient, ["c"], "a");
  expect(lines.map((line) => line.offset)).toEqual([offset]);
});

test("a log of a newer version, of another session or of another format is rejected and not changed", async () => {
  await using folder = await logFolder();
  await using writer = createJsonlStore(folder);
  await appendEach(writer, ["a"]);
  await writer[Symbol.asyncDispose]();
  const text = (await folder.bytes()).toString();
  for (const [strange, code] of [
    [text.replace('"version":1', '"version":2'), "unsupported-version"],
    [text.replace(`"${SESSION}"`, '"another"'), "corrupt-log"],
    [text.slice(text.indexOf("\n") + 1), "corrupt-log"],
    ["a shopping list", "corrupt-log"],
  ] as const) {
    await folder.overwrite(strange);
    await using store = createJsonlStore(folder);
    const reading: unknown = await readIds(store).catch((error: unknown) => error);
    expect(isCutpointError(reading, code), `${code}: ${String(reading)}`).toBe(true);
    const writing: unknown = await appendEach(store, ["b"], "a").catch((error: unknown) => error);
    expect(isCutpointError(writing, code), `${code}: ${String(writing)}`).toBe(true);
    expect(await readFile(await folder.file(), "utf8")).toBe(strange);
  }
});

test("an entry of a newer release throws unsupported-version even with onCorruptLine", async () => {
  await using folder = await logFolder();
  await using writer = createJsonlStore(folder);
  await appendEach(writer, ["a"]);
  await writer[Symbol.asyncDispose]();
  const entry = {
    type: "compaction",
    id: "b",
    parentId: "a",
    at: 1,
    state: { version: 99, requires: "9.0.0" },
  };
  await folder.overwrite(
    Buffer.concat([await folder.bytes(), Buffer.from(`${JSON.stringify(entry)}\n`)]),
  );
  await using store = createJsonlStore({ ...folder, onCorruptLine: () => {} });
  const error: unknown = await readIds(store).catch((error: unknown) => error);
  expect(isCutpointError(error, "unsupported-version")).toBe(true);
  expect(String(error)).toContain("9.0.0");
});
