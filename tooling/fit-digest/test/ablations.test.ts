import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ABLATIONS } from "../src/ablations.ts";

const SOURCES = new URL("../../../packages/extractive/src/", import.meta.url);

test.each(ABLATIONS)("the sources contain what the ablation of $name changes", ({ edits }) => {
  for (const [file, before] of edits) {
    const parts = readFileSync(new URL(file, SOURCES), "utf8").split(before);
    expect(parts, `${file} must contain this once: ${before}`).toHaveLength(2);
  }
});
