import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createJsonlStore } from "../src/jsonl-store.ts";
import { appendEach, logFolder, message, readIds, SESSION } from "./log-folder.ts";

const PROGRAM = join(import.meta.dirname, "writing-process.ts");

async function writeElsewhere(directory: string, name: string, count: number): Promise<void> {
  const flags = ["--conditions=@cutpoint/source", PROGRAM, directory, name, String(count)];
  await promisify(execFile)(process.execPath, flags);
}

test("a process sees the entries that another process appended", async () => {
  await using folder = await logFolder();
  await using store = createJsonlStore(folder);
  await appendEach(store, ["a", "b"]);
  await writeElsewhere(folder.directory, "other", 3);
  const stale = await store.append(SESSION, [message("c", "b")], { expectedHead: "b" });
  expect(stale).toEqual({ type: "conflict", head: "other-2" });
  await appendEach(store, ["c"], "other-2");
  await writeElsewhere(folder.directory, "again", 2);
  const ids = ["a", "b", "other-0", "other-1", "other-2", "c", "again-0", "again-1"];
  expect(await readIds(store)).toEqual(ids);
});
