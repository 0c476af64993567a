import { isCutpointError, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { copySession, type Entry, openSession } from "@cutpoint/session";
import type { ReadOptions } from "@cutpoint/session/store";
import type { CorruptLine, JsonlStore } from "@cutpoint/store-jsonl";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { expect, test } from "vitest";
import type { LogFolder } from "./log-folder.ts";
import { SESSION, appendEach, logFolder, message, readIds } from "./log-folder.ts";

const summarizer = createExtractiveSummarizer();

const LINE_BREAK = "\n";

/** Ways to damage a line: only the text of an entry, or the whole line. */
const DAMAGES = {
  text: (line: string): string => `${line.slice(0, -12)}${"\u00FF".repeat(12)}`,
  all: (line: string): string => "#".repeat(line.length),
} as const;

/** Damages lines of a log by number. The header is line 1. */
async function damage(
  folder: LogFolder,
  numbers: readonly number[],
  how: keyof typeof DAMAGES,
): Promise<void> {
  const lines = (await folder.bytes()).toString("latin1").split(LINE_BREAK);
  for (const number of numbers) lines[number - 1] = DAMAGES[how](lines[number - 1] ?? "");
  await folder.overwrite(Buffer.from(lines.join(LINE_BREAK), "latin1"));
}

function lenient(folder: LogFolder): JsonlStore & { readonly reported: CorruptLine[] } {
  const reported: CorruptLine[] = [];
  const onCorruptLine = (line: CorruptLine): void => void reported.push(line);
  return Object.assign(createJsonlStore({ ...folder, onCorruptLine }), { reported });
}

async function links(store: JsonlStore, options?: ReadOptions): Promise<readonly string[]> {
  const entries = await Array.fromAsync(store.read(SESSION, options));
  return entries.map(({ id, parentId }) => `${id}<${parentId}`);
}

/** Creates a log with these entries, each given as `id<parent`. Entries in one string form a batch. */
async function logOf(...lines: readonly string[]): Promise<LogFolder> {
  const folder = await logFolder();
  await using store = createJsonlStore(folder);
  let expectedHead: string | null = null;
  for (const line of lines) {
    const entries = line.split(" ").map((text): Entry => {
      const [id = "", parentId = ""] = text.split("<");
      return message(id, parentId === "null" ? null : parentId);
    });
    await store.append(SESSION, entries, { expectedHead });
    expectedHead = entries.at(-1)?.id ?? null;
  }
  return folder;
}

test.each(["text", "all"] as const)(
  "a session opens with every readable message, whichever line is damaged (%s)",
  async (how) => {
    await using folder = await logFolder();
    let compaction = 0;
    let line = 1;
    {
      await using writer = createJsonlStore(folder);
      let id = 0;
      const newId = (): string => `entry-${(id += 1)}`;
      await using session = await openSession({
        summarizer,
        store: writer,
        sessionId: SESSION,
        newId,
      });
      for (let turn = 0; turn < 40; turn += 1) {
        await session.append([userMessage(`Question ${turn}. ${"Is it so? ".repeat(40)}`)]);
        line += 1;
        const isLate = turn > 30;
        if (isLate) continue;
        const { outcome } = await session.fit({ windowTokens: 4000 });
        if (outcome.type === "compacted") compaction = line += 1;
      }
    }
    expect(compaction).toBeGreaterThan(5);
    const whole = await folder.bytes();
    const texts = async (): Promise<{ texts: readonly string[]; reported: CorruptLine[] }> => {
      await using store = lenient(folder);
      await using session = await openSession({ summarizer, store, sessionId: SESSION });
      const { messages } = session.view();
      const reported = [...store.reported];
      await session.append([userMessage("It goes on.")]);
      await using again = await openSession({ summarizer, store, sessionId: SESSION });
      expect(JSON.stringify(again.view().messages.at(-1))).toContain("It goes on.");
      return { texts: messages.map((each) => JSON.stringify(each)), reported };
    };
    const { texts: before } = await texts();
    for (let damaged = compaction + 1; damaged <= line; damaged += 1) {
      await folder.overwrite(whole);
      const lost = /Question \d+\./.exec(whole.toString().split(LINE_BREAK)[damaged - 1] ?? "");
      await damage(folder, [damaged], how);
      const after = await texts();
      expect(after.texts).toEqual(before.filter((text) => !text.includes(lost?.[0] ?? "?")));
      expect(after.reported[0]).toMatchObject({ sessionId: SESSION, line: damaged });
    }
    for (const damaged of [1, 2, compaction - 1, compaction]) {
      await folder.overwrite(whole);
      await damage(folder, [damaged], how);
      const after = await texts();
      expect(after.texts.at(-1)).toBe(before.at(-1));
    }
  },
);

test.each([
  // The damage, and the expected links of the remaining entries.
  ["one line", ["a<null", "b<a", "c<b", "d<c"], [3], ["a<null", "c<a", "d<c"]],
  ["lines in a row", ["a<null", "b<a", "c<b", "d<c"], [3, 4], ["a<null", "d<a"]],
  ["a batch", ["a<null", "b<a c<b", "d<c"], [3], ["a<null", "d<a"]],
  ["the first entry", ["a<null", "b<a", "c<b"], [2], ["b<null", "c<b"]],
  ["the newest entry", ["a<null", "b<a"], [3], ["a<null"]],
  ["all but one", ["a<null", "b<a", "c<b"], [2, 3], ["c<null"]],
  ["the header", ["a<null", "b<a"], [1], ["a<null", "b<a"]],
] as const)("links skip the gap if %s cannot be read", async (_what, entries, numbers, left) => {
  for (const how of ["text", "all"] as const) {
    await using folder = await logOf(...entries);
    await damage(folder, numbers, how);
    await using store = lenient(folder);
    expect(await links(store), how).toEqual(left);
    expect(store.reported.map(({ line }) => line)).toEqual(numbers);
    expect(await links(store, { order: "newest-first" }), how).toEqual(left.toReversed());
    expect(store.reported.map(({ line }) => line)).toEqual([...numbers, ...numbers.toReversed()]);
    const oldest = left[0].split("<")[0] ?? "";
    expect(await links(store, { from: oldest }), how).toEqual(left);
    const newest = left.at(-1)?.split("<")[0] ?? null;
    await appendEach(store, ["z"], newest);
    expect(await links(store), how).toEqual([...left, `z<${newest}`]);
  }
});

test("a fork stays on its own branch if the damaged line still shows its parent", async () => {
  await using folder = await logOf("a<null", "b<a", "c<b", "d<a", "e<d", "f<c");
  await damage(folder, [5], "text");
  await using store = lenient(folder);
  expect(await links(store)).toEqual(["a<null", "b<a", "c<b", "e<a", "f<c"]);
  expect(await links(store, { from: "e" })).toEqual(["e<a", "f<c"]);
});

test("a parent with a damaged id is skipped, even if every line can be read", async () => {
  await using folder = await logOf("a<null", "b<a", "c<b");
  const text = (await folder.bytes()).toString();
  await folder.overwrite(text.replace('{"id":"b"', '{"id":"x"'));
  await using store = lenient(folder);
  expect(await links(store)).toEqual(["a<null", "x<a", "c<x"]);
  await using session = await openSession({ summarizer, store, sessionId: SESSION });
  expect(session.view().messages).toHaveLength(3);
});

test("entries deleted by retention do not count as a gap", async () => {
  await using folder = await logOf("a<null", "b<a", "c<b", "d<a");
  await using store = lenient(folder);
  await store.evict(SESSION, { through: "b", expectedHead: "d" });
  expect(await links(store)).toEqual(["b<null", "c<b", "d<a"]);
});

test("a damaged line stays in the file when others are erased, and the log can be copied", async () => {
  await using folder = await logOf("a<null", "b<a", "c<b", "d<c");
  await damage(folder, [3], "all");
  await using store = lenient(folder);
  const erased = { ...message("c", "a"), message: userMessage("erased") };
  const result = await store.rewrite(SESSION, [erased], { expectedHead: "d" });
  expect(result).toEqual({ type: "appended" });
  expect((await folder.bytes()).toString()).toContain("####");
  await copySession({ store, sessionId: SESSION }, { store, sessionId: "copy" });
  await using strict = createJsonlStore(folder);
  await using session = await openSession({ summarizer, store: strict, sessionId: "copy" });
  expect(session.view().messages).toHaveLength(3);
});

test("without onCorruptLine a damaged log throws an error with the line number", async () => {
  await using folder = await logOf("a<null", "b<a", "c<b");
  await damage(folder, [3], "all");
  await using store = createJsonlStore(folder);
  const error: unknown = await openSession({ summarizer, store, sessionId: SESSION }).catch(
    (error: unknown) => error,
  );
  expect(isCutpointError(error, "corrupt-log") && !error.retryable, String(error)).toBe(true);
  expect(String(error)).toContain("line 3");
});

test("a log with CRLF line ends is read, appended to and listed", async () => {
  await using folder = await logOf("a<null", "b<a c<b", "d<c");
  await folder.overwrite((await folder.bytes()).toString().replaceAll("\n", "\r\n"));
  await using store = createJsonlStore(folder);
  const all = ["a<null", "b<a", "c<b", "d<c"];
  expect(await links(store)).toEqual(all);
  expect(await links(store, { order: "newest-first" })).toEqual(all.toReversed());
  expect(await links(store, { from: "c" })).toEqual(all.slice(2));
  expect(await links(store, { from: "b", order: "newest-first" })).toEqual(["b<a", "a<null"]);
  expect(await Array.fromAsync(store.sessions())).toEqual([SESSION]);
  await appendEach(store, ["e"], "d");
  expect(await readIds(store)).toEqual(["a", "b", "c", "d", "e"]);
});
