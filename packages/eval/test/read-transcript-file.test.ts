import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { userMessage } from "@cutpoint/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTranscriptFile } from "../src/transcript/read-transcript-file.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-transcripts-"));
});
afterAll(() => rm(folder, { recursive: true }));

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
