import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeBlocks, DOCS } from "./code-blocks.ts";

/** Without programs and what they print. */
const MOST_WORDS = 600;
const BLOCK = /^```.*?^```$/gmsu;

const pages = globSync("questions/*.md", { cwd: DOCS }).map((page) => page.replaceAll("\\", "/"));

test("there is a page for each question", () => {
  expect(pages).toHaveLength(9);
});

test.each(pages)("%s is short, has a program and is in the sidebar", (page) => {
  const text = readFileSync(join(DOCS, page), "utf8");
  expect(text.replace(BLOCK, "").split(/\s+/u).length).toBeLessThanOrEqual(MOST_WORDS);
  expect(codeBlocks().some((block) => block.page === page)).toBe(true);
  const sidebar = readFileSync(join(DOCS, "../apps/docs/.vitepress/config.ts"), "utf8");
  expect(sidebar).toContain(`"/${page.slice(0, -".md".length)}"`);
});
