import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rulesText } from "../src/rules/rule-table.ts";

const folder = join(import.meta.dirname, "..");
const rulesPage = await readFile(join(folder, "../../docs/provider-sim-rules.md"), "utf8");

test("the rules page contains the tables that the command prints", () => {
  const shown = /<!-- rules -->\n\n([^]*?)\n<!-- \/rules -->/.exec(rulesPage)?.[1];
  const cells = (text = ""): string => text.replaceAll(/ {2,}/g, " ").replaceAll(/-{2,}/g, "---");
  expect(cells(shown)).toBe(cells(rulesText()));
});
