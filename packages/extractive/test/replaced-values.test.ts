import {
  assistantMessage,
  type CompactionState,
  createCompactor,
  type Message,
  type Summarizer,
  textOf,
  userMessage,
} from "@cutpoint/core";
import { toolRuns } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../core/test/digest/conversation.ts";
import { createExtractiveSummarizer } from "../src/index.ts";
import { renewedValues, restatedValues } from "../src/sections/renewed.ts";
import { REPLACED_VALUES, type ReplacedValue } from "./support/replaced-values.ts";

/** Other work, so that what is between is compacted. */
function other(part: string, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, place) =>
    exchange(
      `What does part ${part}${place} contain?`,
      `It exports the values of part ${part}${place}, which handler ${place * 17} uses.`,
      run(
        "read",
        { path: `src/${part}${place}.ts` },
        `export const value${part}${place} = load("${part}-${place * 37}");\n`.repeat(14),
      ),
    ),
  ).flat();
}

/** A model that keeps what it wrote first. */
function stubbornModel({ note }: ReplacedValue): Summarizer {
  const text = `## Goal\n- Help the user.\n\n## Critical Context\n- ${note}`;
  return { name: "model", summarize: async () => ({ text, method: "model", calls: 1 }) };
}

/** Returns the values that are missing after three compactions, or shown in their old form only. */
async function faultsIn(
  values: readonly ReplacedValue[],
  windowTokens: number,
  modelOf: (value: ReplacedValue) => readonly Summarizer[] = () => [],
): Promise<{ readonly missing: readonly string[]; readonly oldAlone: readonly string[] }> {
  const missing: string[] = [];
  const oldAlone: string[] = [];
  for (const value of values) {
    const { after, before, now, old } = value;
    const compactor = createCompactor({
      summarizer: [...modelOf(value), createExtractiveSummarizer()],
      policy: { windowTokens, keepUserTokens: Math.floor(windowTokens / 100) },
    });
    const start = [userMessage("Help me."), assistantMessage("Gladly."), ...other("a", 6)];
    const parts = [
      [...start, ...before, ...other("b", 8)],
      [...after, ...other("c", 14)],
      other("d", 16),
    ];
    let messages: readonly Message[] = [];
    let state: CompactionState | null = null;
    let text = "";
    for (const part of parts) {
      messages = [...messages, ...part];
      const fitted = await compactor.fit({ items: itemsOf(messages), state }, { force: true });
      ({ state } = fitted);
      text = fitted.view.messages.map(textOf).join("\n");
    }
    if (!text.includes(now)) (text.includes(old) ? oldAlone : missing).push(`${old} → ${now}`);
  }
  return { missing, oldAlone };
}

describe("after three compactions the new value is in the view, and the old one never alone", () => {
  const tooMany = async (...given: Parameters<typeof faultsIn>): Promise<readonly string[]> => {
    const { missing, oldAlone } = await faultsIn(...given);
    return [...oldAlone, ...missing.slice(Math.floor(0.05 * given[0].length))];
  };
  const stubborn = (value: ReplacedValue): readonly Summarizer[] => [stubbornModel(value)];

  test("of some values, in 8,000 tokens", async () => {
    const some = REPLACED_VALUES.filter((_, place) => place % 6 === 2);
    expect(await tooMany(some, 8_000)).toEqual([]);
  });

  test("of a value that a model does not replace", async () => {
    const some = REPLACED_VALUES.filter((_, place) => place % 15 === 2);
    expect(await tooMany(some, 8_000, stubborn)).toEqual([]);
  });

  test.each([8_000, 16_000])("of all, in %i tokens", { tags: ["long"] }, async (windowTokens) => {
    expect(REPLACED_VALUES).toHaveLength(60);
    expect(await tooMany(REPLACED_VALUES, windowTokens)).toEqual([]);
    expect(await tooMany(REPLACED_VALUES, windowTokens, stubborn)).toEqual([]);
  });
});

const edits = (path: string, old_string: string, new_string: string): readonly Message[] =>
  run("edit", { path, old_string, new_string }, "Edited.");
const runs = (command: string, output: string): readonly Message[] =>
  run("bash", { command }, output);

test("a value is renewed once, with the one that it replaces", () => {
  const items = itemsOf(
    edits("a.yaml", "size: 1", "size: 2"),
    edits("a.yaml", "size: 2", "size: 3"),
    runs("make", "9 parts"),
    runs("make", "9 parts"),
    edits("b.yaml", "x: 1", "x: 2"),
  );
  expect(renewedValues(toolRuns(items), "")).toEqual(["a.yaml: size: 3 (was size: 2)"]);
  expect(renewedValues(toolRuns(items), "the line x: 1")).toContain("b.yaml: x: 2 (was x: 1)");
});

test("a file that is read again shows its one changed line", () => {
  const reads = (content: string): readonly Message[] => run("read", { path: "a.ini" }, content);
  const items = itemsOf(reads("x = 1\nport = 2"), reads("x = 1\nport = 3"));
  expect(renewedValues(toolRuns(items), "")).toEqual(["a.ini: port = 3 (was port = 2)"]);
  const again = toolRuns(itemsOf(reads("x = 1\nport = 3")));
  expect(renewedValues(again, "- a.ini: x = 1 … port = 2")).toHaveLength(1);
  expect(renewedValues(again, "- b.ini: x = 1 … port = 2")).toEqual([]);
  expect(renewedValues(again, "- a.ini: x = 7 … port = 2")).toEqual([]);
});

test("the newest statement that differs in a number from a shown one is quoted", () => {
  const said = itemsOf(
    exchange("The queue has 5 jobs.", "The queue has 7 jobs."),
    run("read", { path: "a.md" }, "The queue has 9 jobs."),
  );
  const shown = "- user: The queue has 3 jobs.";
  expect(restatedValues(said, shown)).toEqual(["assistant: The queue has 7 jobs."]);
  expect(restatedValues(said, "- assistant: The queue has 7 jobs.")).toEqual([]);
  expect(restatedValues(said, "")).toEqual([]);
});
