import type { Item } from "@cutpoint/core";
import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { summaryText } from "../support/summary-text.ts";
import { readSourceLines } from "../../src/read/lines.ts";
import { unvisitedIds } from "../../src/terms/reuse.ts";
import { indexTerms } from "../../src/terms/terms.ts";

const listed = run(
  "list_parcels",
  { customer: "ida_holm" },
  '{"parcels": ["K4XQ10", "P9TR22", "M3ZL35"], "depot": "B7", "route": "R2D2-99-north"}',
  { callId: "list" },
);
const opened = run("find_parcel", { parcel: "P9TR22" }, '{"status": "lost"}', { callId: "find" });

function unvisited(items: readonly Item[]): readonly string[] {
  const sourceLines = runAtOnce(readSourceLines(items, toolRuns(items), (text) => text));
  const index = runAtOnce(indexTerms(sourceLines, { messages: items.length }));
  return [...runAtOnce(unvisitedIds(index))].map(({ name }) => name);
}

test("finds ids that were listed next to an id that was looked up, if they are similar", () => {
  expect(unvisited(itemsOf(...listed, ...opened))).toEqual(["K4XQ10", "M3ZL35"]);
});

test("finds nothing if nothing was looked up or listed", () => {
  expect(unvisited(itemsOf(...listed))).toEqual([]);
  expect(unvisited(itemsOf(...opened))).toEqual([]);
});

test("selects lines with unvisited ids first", async () => {
  const page = run(
    "read_notes",
    { page: "depot_rules" },
    Array.from({ length: 40 }, (_, line) => `Rule_${line}A: shelves ${line}x7 hold boxes.`).join(
      "\n",
    ),
    { callId: "notes" },
  );
  const text = await summaryText({
    items: itemsOf(...listed, ...page, ...opened),
    maxTokens: 60,
  });
  for (const id of ["K4XQ10", "M3ZL35"]) expect(text).toContain(id);
});
