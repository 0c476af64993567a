import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CutpointErrorCode } from "@cutpoint/core";
import { expect, test } from "vitest";
import { DOCS } from "./code-blocks.ts";

/** All codes: the compiler reports one that is missing. */
const CODES: Readonly<Record<CutpointErrorCode, true>> = {
  "invalid-input": true,
  "duplicate-id": true,
  "unknown-entry": true,
  "unsupported-version": true,
  "budget-too-small": true,
  "corrupt-log": true,
  "summary-failed": true,
  conflict: true,
  "store-failed": true,
  closed: true,
  aborted: true,
};

test("the page of errors explains every code: why, and what to do", async () => {
  const page = await readFile(join(DOCS, "errors.md"), "utf8");
  const sections = page.split(/^## /mu).slice(1);
  expect(sections.map((section) => /^`(.*)`$/mu.exec(section)?.[1])).toEqual(Object.keys(CODES));
  for (const section of sections) {
    expect(section).toContain("\n**Why**: ");
    expect(section).toContain("\n**What to do**: ");
  }
});
