import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");

test("the first example of the README writes a page", async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const listing = /```ts\n([^]*?)```/u.exec(readme)?.[1] ?? "";
  // Inside the package, so that its own name resolves.
  const cwd = await mkdtemp(join(folder, "dist", "readme-"));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        "--conditions=@cutpoint/source",
        "--input-type=module-typescript",
        "--disable-warning=ExperimentalWarning",
        "--eval",
        listing,
      ],
      { cwd },
    );
    expect(listing).toContain(`// ${stdout.trim()}`);
    expect(stdout).toBe("<!doctype html>\n");
    expect(await readdir(cwd)).toEqual(["harbour.html"]);
  } finally {
    await rm(cwd, { recursive: true });
  }
});
