import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_REPORTED } from "../../../packages/core/src/compactor/prepare.ts";
import { CACHED_TEXTS } from "../../../packages/core/src/tokens/cached-estimator.ts";
import { MEMORY_LIMITS } from "../../../packages/host-kit/src/memory-limits.ts";
import { MAX_OPEN_LOGS } from "../../../packages/store-jsonl/src/open-logs.ts";
import { MAX_REPORTED as MAX_REPORTED_FILES } from "../../../packages/store-jsonl/src/reports.ts";

const PAGE = join(import.meta.dirname, "../../../docs/reliability.md");

test("the page about reliability lists the limits of everything that is kept in memory", async () => {
  const page = await readFile(PAGE, "utf8");
  const [, section = ""] = page.split("## Kept in memory\n");
  const rows = section.split("\n## ")[0]?.matchAll(/^\| [^|]+ \| ([\d,]+) \| ([\d,]+|–) \|$/gmu);
  const listed = Array.from(rows ?? [], ([, entries = "", characters = ""]) => [
    Number(entries.replaceAll(",", "")),
    characters === "–" ? null : Number(characters.replaceAll(",", "")),
  ]);
  const { bodies, conversations, states, usages, ...others } = MEMORY_LIMITS;
  expect(others).toEqual({});
  expect(listed).toEqual([
    [CACHED_TEXTS.entries, CACHED_TEXTS.characters],
    [MAX_REPORTED, null],
    ...[bodies, conversations, states, usages].map(({ characters, entries }) => [
      entries,
      characters,
    ]),
    [MAX_REPORTED_FILES, null],
    [MAX_OPEN_LOGS, null],
  ]);
});
