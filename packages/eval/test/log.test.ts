import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { assistantMessage, userMessage } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLogFile } from "../src/transcript/read-log-file.ts";
import { readTranscriptFile } from "../src/transcript/read-transcript-file.ts";
import { transcriptOfEntries } from "../src/transcript/transcript-of-entries.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-transcripts-"));
});
afterAll(() => rm(folder, { recursive: true }));

const entry = (id: string, parentId: string | null, text: string): Entry => ({
  id,
  parentId,
  at: 0,
  type: "message",
  message: parentId === null ? userMessage(text) : assistantMessage(text),
});
const log = [
  entry("1", null, "Hello"),
  entry("2", "1", "left behind"),
  { id: "3", parentId: "1", at: 0, type: "branch", from: "2", summary: null } as const,
  entry("4", "3", "Good day"),
];
const said = [userMessage("Hello"), assistantMessage("Good day")];

test("reads the messages of the active path of a log", async () => {
  const transcript = await transcriptOfEntries(log, { id: "log" });
  expect(transcript.messages).toEqual(said);
  expect(transcript.kind).toBe("service");
});

test("reads a log file with batches and unfinished lines", async () => {
  const path = join(folder, "log.jsonl");
  const lines = [
    { format: "cutpoint-log", version: 1, sessionId: "log" },
    log[0],
    { batch: ["2", "3", "4"], entries: log.slice(1) },
  ].map((line) => JSON.stringify(line));
  await writeFile(path, [...lines, '{"id":"5" #torn', ""].join("\n"));
  expect((await readLogFile(path)).messages).toEqual(said);
  await writeFile(path, `${lines[0]}\n{"id":"5","type":"message"}\n`);
  await expect(readLogFile(path)).rejects.toThrow(/log\.jsonl.*parentId/u);
});

test("reads plain and compressed transcript files, and names a file that is not JSON", async () => {
  const document = {
    id: "a",
    kind: "coding",
    source: { repo: "o/r" },
    messages: [{ role: "user", content: "Hello", meta: "note" }],
  };
  const text = JSON.stringify(document);
  await writeFile(join(folder, "a.json"), text);
  await writeFile(join(folder, "a.json.gz"), gzipSync(text));
  const plain = await readTranscriptFile(join(folder, "a.json"));
  expect(plain).toMatchObject({ id: "a", project: "o/r", messages: [userMessage("Hello")] });
  expect(plain.shown.get(0)).toBe("note");
  expect(await readTranscriptFile(join(folder, "a.json.gz"))).toEqual(plain);
  await writeFile(join(folder, "b.json"), "{");
  await expect(readTranscriptFile(join(folder, "b.json"))).rejects.toThrow(
    /b\.json cannot be read as JSON/u,
  );
});
