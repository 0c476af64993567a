import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");

test("the first example of the README is examples/no-session", async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const listing = /```ts\n([^]*?)```/u.exec(readme)?.[1];
  expect(listing).toBe(await readFile(join(folder, "../../examples/no-session/main.ts"), "utf8"));
});
