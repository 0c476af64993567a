import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");

test("the first example of the README runs and prints what its comments say", async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const listing = /```ts\n([^]*?)```/u.exec(readme)?.[1] ?? "";
  const promised = [...listing.matchAll(/^\/\/ (.+)$/gmu)].map(([, line]) => line);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--conditions=@cutpoint/source",
      "--input-type=module-typescript",
      "--disable-warning=ExperimentalWarning",
      "--eval",
      listing,
    ],
    { cwd: folder },
  );
  expect(stdout.trim().split("\n")).toEqual(promised);
});
