import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSession } from "../src/index.ts";
import { showSession } from "./support/show-session.ts";

const folder = join(import.meta.dirname, "fixtures");

const names = (await readdir(folder)).filter((name) => !name.endsWith(".expected.json"));

/** Each file has its expected items beside it. */
describe("fixtures", () => {
  test.each(names)("%s", async (name) => {
    const session = await readSession(await readFile(join(folder, name)));
    const expected: unknown = JSON.parse(
      await readFile(join(folder, name.replace(/\.jsonl?$/, ".expected.json")), "utf8"),
    );
    expect(showSession(session)).toEqual(expected);
  });
});
