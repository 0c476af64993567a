import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");
const example = join(folder, "../../examples/no-session/main.ts");

test("the first example of the README is the file in examples, and runs", async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const listing = /```ts\n([^]*?)```/u.exec(readme)?.[1];
  expect(listing).toBe(await readFile(example, "utf8"));
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@cutpoint/source",
    "--disable-warning=ExperimentalWarning",
    example,
  ]);
  expect(stdout).toMatch(/^200 messages became 9: /u);
});
