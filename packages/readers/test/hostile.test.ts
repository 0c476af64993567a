import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isCutpointError } from "@cutpoint/core";
import { assertMessage } from "@cutpoint/core/session";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ImportedSession, readSession } from "../src/index.ts";
import { answer, lines, reset, user } from "./support/claude-lines.ts";
import { cases, someOf } from "../../../tooling/laws/src/cases.ts";

const folder = join(import.meta.dirname, "fixtures");

const names = (await readdir(folder)).filter((name) => !name.endsWith(".expected.json"));

/** Reads a text. Returns `null` if its format is unknown; any other error is thrown. */
async function readOrNull(text: string): Promise<ImportedSession | null> {
  try {
    return await readSession(text);
  } catch (error) {
    if (isCutpointError(error) && error.code === "invalid-input") return null;
    throw error;
  }
}

/** Returns the ids that occur twice, and the errors of messages that Cutpoint would reject. */
function invalidItems(session: ImportedSession | null): readonly string[] {
  const found: string[] = [];
  for (const { items } of session?.threads ?? []) {
    const ids = new Set<string>();
    for (const { id, message } of items) {
      if (ids.has(id)) found.push(id);
      ids.add(id);
      try {
        assertMessage(message, id);
      } catch (error) {
        found.push(String(error));
      }
    }
  }
  return found;
}

describe("hostile files", () => {
  reset();

  test.each(names)("%s cut anywhere is read or has an unknown format", async (name) => {
    const text = await readFile(join(folder, name), "utf8");
    const ends = Array.from({ length: Math.ceil(text.length / 37) }, (_, index) => index * 37);
    for (const end of someOf(ends))
      expect(invalidItems(await readOrNull(text.slice(0, end)))).toEqual([]);
  });

  test.each(names)(
    "%s with a value of another type anywhere gives valid messages",
    async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      const values = [...text.matchAll(/"[^"\n]*"(?!:)|\btrue\b|\bnull\b|\b\d+\b/g)];
      const other = fc.constantFrom(
        "null",
        "7",
        '"x"',
        "[]",
        "[null]",
        "{}",
        '{"type":3}',
        "-1e400",
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...values), other, async (found, value) => {
          const changed = `${text.slice(0, found.index)}${value}${text.slice(found.index + found[0].length)}`;
          expect(invalidItems(await readOrNull(changed))).toEqual([]);
        }),
        cases(300),
      );
    },
  );

  test("arguments and blocks of 100,000 levels are cut off, not thrown", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const text = lines(
      user("u1", "Go."),
      answer("a1", "m1", [{ type: "tool_use", id: "t1", name: "Read", input: "DEEP" }]),
      answer("a2", "m2", [{ type: "strange", value: "DEEP" }]),
    ).replaceAll('"DEEP"', deep);
    const session = await readSession(text);
    expect(session.threads[0]?.items).toHaveLength(3);
    expect(invalidItems(session)).toEqual([]);
  });

  test("a line of 3 MB, control characters and parents in a circle are read", async () => {
    const text = lines(
      user("u1", "x".repeat(3_000_000), { parentUuid: "u3" }),
      user("u2", "\u001b[2J\u0000\u0007 bell", { parentUuid: "u1" }),
      user("u3", "Two.", { parentUuid: "u1" }),
    );
    const session = await readSession(text);
    expect(session.threads[0]?.items).toHaveLength(3);
  });

  test.each([
    "",
    "\n\n",
    "[]",
    "{}",
    "null",
    "7",
    "plain words",
    '{"messages":[]}',
    "\u0000\u0001",
  ])("%j has an unknown format", async (text) => {
    await expect(readSession(text)).rejects.toMatchObject({ code: "invalid-input" });
  });
});
