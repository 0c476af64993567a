import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assistantMessage, userMessage } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTranscripts, transcriptsIn } from "../src/transcript-files.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-logs-"));
});
afterAll(() => rm(folder, { recursive: true }));

const entry = (id: string, parentId: string | null, text: string): Entry => ({
  id,
  parentId,
  at: 0,
  type: "message",
  message: parentId === null ? userMessage(text) : assistantMessage(text),
});
const log: readonly Entry[] = [
  entry("1", null, "Hello"),
  entry("2", "1", "left behind"),
  { id: "3", parentId: "1", at: 0, type: "branch", from: "2", summary: null },
  entry("4", "3", "Good day"),
];
const header = JSON.stringify({ format: "cutpoint-log", version: 1, sessionId: "log" });

test("reads the active path of a log with batches and an unfinished line", async () => {
  const path = join(folder, "log.jsonl");
  const batch = { batch: ["2", "3", "4"], entries: log.slice(1) };
  const lines = [header, JSON.stringify(log[0]), JSON.stringify(batch), '{"id":"5" #torn', ""];
  await writeFile(path, lines.join("\n"));
  const [transcript] = await transcriptsIn(path);
  expect(transcript?.messages).toEqual([userMessage("Hello"), assistantMessage("Good day")]);
  expect(transcript?.kind).toBe("service");
});

test("rejects a log without a message of the user, and a file of another kind", async () => {
  const path = join(folder, "empty.jsonl");
  await writeFile(path, `${header}\n{"id":"5","type":"message"}\n`);
  await expect(transcriptsIn(path)).rejects.toThrow("has no message of the user");
  await writeFile(join(folder, "other.json"), "{}");
  await expect(transcriptsIn(join(folder, "other.json"))).rejects.toThrow("other.json");
});

test("a project that no transcript has is an error, also if it is excluded", async () => {
  const path = join(folder, "a-1.json");
  const message = { role: "user", content: "Hello" };
  const transcript = { id: "a-1", kind: "service", project: "harbor", messages: [message] };
  await writeFile(path, JSON.stringify(transcript));
  const read = async (...projects: string[]): Promise<readonly string[]> => {
    const selection = { only: [], projects, sample: null };
    const transcripts = await Array.fromAsync(readTranscripts([path], selection, () => {}));
    return transcripts.map(({ id }) => id);
  };
  expect(await read("harbor")).toEqual(["a-1"]);
  expect(await read("!harbor")).toEqual([]);
  for (const unknown of ["a", "!a"])
    await expect(read(unknown)).rejects.toThrow(
      `--project is "${unknown}": expected a project of: harbor`,
    );
});
