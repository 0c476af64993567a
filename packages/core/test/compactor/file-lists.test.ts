import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { Item } from "../../src/message/item.ts";
import { textOf } from "../../src/message/message.ts";
import { type CompactionState, segmentsOf } from "../../src/message/state.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { exchange, itemsOf, run } from "../digest/conversation.ts";
import { quoting, scripted } from "./scripted.ts";

const READ = 38;
const MODIFIED = 19;
const pathOf = (kind: string, file: number): string =>
  `packages/server/src/${kind}/invoice-${kind}-${file}.ts`;
const output = "The service reads the invoice and writes each line to the ledger. ".repeat(24);

/** Reads 38 files and changes 19, one in each turn. */
const work = itemsOf(
  ...Array.from({ length: READ + MODIFIED }, (_, turn) => {
    const isEdit = turn % 3 === 2;
    const place = Math.floor(turn / 3);
    const path = isEdit ? pathOf("changed", place) : pathOf("read", turn - place);
    return exchange(
      `Turn ${turn}: please continue with the invoices.`,
      `I have looked at part ${turn}. ${output.slice(0, 200)}`,
      run(isEdit ? "edit" : "read", { path }, output, { callId: `c${turn}` }),
    );
  }),
);

async function viewAfter(
  items: readonly Item[],
  policy: Policy,
  isOffline: boolean,
  stored: (state: CompactionState | null) => CompactionState | null = (state) => state,
) {
  const compactor = createCompactor({
    summarizer: isOffline ? quoting() : scripted("- The invoices are ported. ".repeat(20)),
    policy,
  });
  let state: CompactionState | null = null;
  let text = "";
  let compactions = 0;
  let segments = 0;
  for (let end = 4; end <= items.length; end += 4) {
    const fitted = await compactor.fit({ items: items.slice(0, end), state: stored(state) });
    ({ state } = fitted);
    text = fitted.view.messages.map(textOf).join("\n");
    if (fitted.outcome.type === "compacted") compactions += 1;
    segments = Math.max(segments, segmentsOf(state?.prefix ?? []).length);
  }
  return { text, compactions, segments };
}

/** Returns the entries of all lists, of the newest segment first. */
function listed(text: string, tag: string): readonly string[] {
  const lists = [...text.matchAll(new RegExp(`<${tag}>\n([^]*?)\n</${tag}>`, "gu"))];
  return lists.toReversed().flatMap(([, inside = ""]) => inside.split("\n"));
}

test.each([true, false])(
  "a window of 16,000 tokens lists 40 files (offline: %s)",
  async (isOffline) => {
    const { compactions, segments, text } = await viewAfter(
      work,
      { windowTokens: 16_000 },
      isOffline,
    );
    const [modified, read] = [listed(text, "modified-files"), listed(text, "read-files")];
    expect(compactions).toBeGreaterThan(1);
    expect(segments).toBeGreaterThan(1);
    expect(new Set([...modified, ...read]).size).toBe(modified.length + read.length);
    expect(modified.length + read.length).toBeGreaterThanOrEqual(40);
    expect(modified.length).toBeGreaterThan(MODIFIED - 5);
    expect(text.indexOf("<modified-files>")).toBeLessThan(text.indexOf("<read-files>"));
    const newestFirst = modified.map((path) => Number(/(\d+)\.ts/u.exec(path)?.[1]));
    expect(newestFirst).toEqual(newestFirst.toSorted((a, b) => b - a));
    expect(text).toMatch(/<\/read-files>\n\(\d+ older left out\)/u);
  },
);

test("a policy sets the size of the lists, and 0 turns them off", async () => {
  const small = await viewAfter(work, { windowTokens: 16_000, fileListTokens: 200 }, true);
  expect(listed(small.text, "modified-files").length).toBeLessThan(15);
  const off = await viewAfter(work, { windowTokens: 16_000, fileListTokens: 0 }, true);
  expect(off.text).not.toContain("-files>");
});

test("lists in the notes of an older state are repeated in the next segment", async () => {
  const inNotes = (state: CompactionState | null): CompactionState | null => {
    const lists = state?.prefix.filter(({ kind }) => kind === "digest") ?? [];
    if (state === null || lists.length !== 1) return state;
    const notes = lists.map(({ segment: _, ...block }) => block);
    return {
      ...state,
      prefix: [...state.prefix.filter(({ kind }) => kind !== "digest"), ...notes],
    };
  };
  const { segments, text } = await viewAfter(work, { windowTokens: 16_000 }, true, inNotes);
  expect(segments).toBeGreaterThan(1);
  expect(text.match(/<read-files>/gu)).toHaveLength(1);
  expect(listed(text, "read-files").length).toBeGreaterThanOrEqual(20);
});
