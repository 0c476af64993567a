import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/** Returns a function that creates empty folders. They are removed after the tests of the file, which may run at once. */
export function emptyFolders(): () => Promise<string> {
  let all = "";
  beforeAll(async () => {
    all = await mkdtemp(join(tmpdir(), "cutpoint-demo-"));
  });
  afterAll(() => rm(all, { recursive: true }));
  return () => mkdtemp(join(all, "run-"));
}
