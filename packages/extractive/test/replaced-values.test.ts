import {
  assistantMessage,
  type CompactionState,
  createCompactor,
  type Message,
  type Summarizer,
  textOf,
  userMessage,
} from "@cutpoint/core";
import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../core/test/digest/conversation.ts";
import { createExtractiveSummarizer } from "../src/index.ts";
import * as renewed from "../src/sections/renewed.ts";
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

const renewedValues = (...of: Parameters<typeof renewed.renewedValues>): readonly string[] =>
  runAtOnce(renewed.renewedValues(...of));
const restatedValues = (...of: Parameters<typeof renewed.restatedValues>): readonly string[] =>
  runAtOnce(renewed.restatedValues(...of));
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
  expect(renewedValues(again, "- a.ini: x = 1 port = 2")).toEqual([
    "a.ini: port = 3 (was port = 2)",
  ]);
  expect(renewedValues(again, "- b.ini: x = 1 … port = 2")).toEqual([]);
  expect(renewedValues(again, "- a.ini: x = 7 … port = 2")).toEqual([]);
});

const viewers: readonly ((line: string, number: number) => string)[] = [
  (line, number) => `${String(number).padStart(6)}→${line}`,
  (line, number) => `${number}: ${line}`,
  (line, number) => `${number}\t${line}`,
  (line, number) => `  ${number} | ${line}`.replace(" |", "|"),
];

test("numbers of lines are no values, in any viewer, and the numbered value is", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...viewers),
      fc.integer({ min: 1, max: 9_000 }),
      fc.integer({ min: 1, max: 900 }),
      (view, first, moved) => {
        const file = (start: number, port: number): string =>
          ["", "---", "x = 1", "", `port = ${port}`]
            .map((line, place) => view(line, start + place))
            .join("\n");
        const inFile = (start: number, port: number, options: object): readonly Message[] =>
          run("read", { path: "a.ini", ...options }, file(start, port));
        const renewed = (...of: readonly (readonly Message[])[]): readonly string[] =>
          renewedValues(toolRuns(itemsOf(...of)), "");
        expect(renewed(inFile(first, 2, {}), inFile(first + moved, 2, {}))).toEqual([]);
        expect(renewed(inFile(first, 2, {}), inFile(first + moved, 3, {}))).toEqual([
          "a.ini: port = 3 (was port = 2)",
        ]);
        expect(renewed(inFile(first, 2, {}), inFile(first, 3, { offset: moved }))).toEqual([]);
      },
    ),
  );
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

const reads = (content: string, options: { readonly failed?: boolean } = {}): readonly Message[] =>
  run("read", { path: "a.ini" }, content, options);
const renewedIn = (...messages: readonly (readonly Message[])[]): readonly string[] =>
  renewedValues(toolRuns(itemsOf(...messages)), "");

test("the outcome of a command that is shown is renewed, its last line with a number", () => {
  const renewed = (output: string, command = "make"): readonly string[] =>
    renewedValues(toolRuns(itemsOf(runs(command, output))), `- $ ${command}: 8 parts`);
  expect(renewed("9 parts\nexit code: 0\nbye")).toEqual(["`make` → 9 parts"]);
  expect(renewed("9 parts\nOriginal token count: 17")).toEqual(["`make` → 9 parts"]);
  expect(renewed("no part")).toEqual([]);
  for (const line of ["12:the gate", "src/gate.ts:12:the gate", "12-the gate", "@@ -1,2 +3,4 @@"]) {
    expect(renewed(line)).toEqual([]);
    expect(renewed(`gate 7\n${line}`)).toEqual(["`make` → gate 7"]);
  }
  const failed = run("bash", { command: "make" }, "9 parts", { failed: true });
  expect(renewedValues(toolRuns(itemsOf(failed)), "- $ make: 8 parts")).toEqual([]);
  for (const length of [120, 121])
    expect(renewed("9 parts", `make ${"x".repeat(length - 5)}`)).toHaveLength(121 - length);
  expect(renewedIn(runs("make", "8 parts"), runs("make", "9 parts"))).toEqual([]);
});

test("an edit of one line renews its value, one of more lines and a failed one do not", () => {
  const before = edits("a.yaml", "size: 1\nred: 1", "size: 2\nred: 1");
  expect(renewedIn(before, edits("a.yaml", "size: 2", "size: 3"))).toHaveLength(1);
  expect(renewedIn(before, edits("a.yaml", "size: 2", "size: 3\nblue: 1"))).toEqual([]);
  expect(renewedIn(before, edits("a.yaml", "size: 2\nred: 1", "size: 3"))).toEqual([]);
  const values = { path: "a.yaml", old_string: "size: 2", new_string: "size: 3" };
  expect(renewedIn(before, run("edit", values, "no", { failed: true }))).toEqual([]);
  expect(renewedIn(edits("a.yaml", "", "x: 1"), edits("a.yaml", "x: 2", "x: 3"))).toEqual([]);
});

test("the newest six values are renewed, each at its newest place", () => {
  const change = (name: string, from: number): readonly Message[] =>
    edits(`${name}.yaml`, `size: ${from}`, `size: ${from + 1}`);
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const twice = names.flatMap((name) => [change(name, 1), change(name, 2)]);
  const valuesOf = (...more: readonly (readonly Message[])[]): string =>
    renewedIn(...twice, ...more)
      .map((line) => line.charAt(0))
      .join("");
  expect(valuesOf()).toBe("bcdefg");
  expect(valuesOf(change("b", 3))).toBe("cdefgb");
});

test("a file that is read again shows no line if it failed, did not change, or changed in more lines", () => {
  const old = reads("x = 1\nport = 2\nsome name");
  expect(renewedIn(old, reads("x = 1\nport = 3\nsome name"))).toHaveLength(1);
  expect(renewedIn(old, reads("x = 1\nport = 3\nsome name", { failed: true }))).toEqual([]);
  expect(renewedIn(old, reads("x = 2\nport = 3\nsome name"))).toEqual([]);
  expect(renewedIn(old, reads("x = 1\nport = 3\nport = 4\nsome name"))).toEqual([]);
  expect(renewedIn(old, reads("x = 1\nport = 2\nother name"))).toEqual([]);
  expect(renewedIn(reads("the limit is 7"), reads("the limit is eight"))).toEqual([
    "a.ini: the limit is eight (was the limit is 7)",
  ]);
  expect(renewedIn(reads("we have 7 pumps"), reads("we have 8 pumps"))).toEqual([
    "a.ini: we have 8 pumps (was we have 7 pumps)",
  ]);
  const long = (end: number): readonly Message[] => reads(`x = ${"1".repeat(120)}${end}`);
  expect(renewedIn(long(1), long(2))).toEqual([]);
});

test("at most two short statements with one number are restated, newest last", () => {
  const said = (...texts: readonly string[]) => itemsOf(texts.map((text) => userMessage(text)));
  const shown = ["a", "b", "c"].map((name) => `- user: The ${name} queue has 3 jobs.`).join("\n");
  const now = ["a", "b", "c"].map((name) => `The ${name} queue has 4 jobs.`);
  expect(restatedValues(said(...now), shown)).toEqual(now.slice(1).map((line) => `user: ${line}`));
  expect(restatedValues(said(...now, "The b queue has 5 jobs."), shown)).toEqual([
    "user: The c queue has 4 jobs.",
    "user: The b queue has 5 jobs.",
  ]);
  expect(restatedValues(said("The a queue has 4 jobs.", "The a queue has 3 jobs."), shown)).toEqual(
    [],
  );
  const pair = "The queue has 3 jobs of 5 kinds.";
  expect(restatedValues(said(pair.replace("3", "4")), `- user: ${pair}`)).toEqual([]);
  for (const length of [120, 121]) {
    const text = `The ${"x".repeat(length - 22)} queue has 4 jobs.`;
    expect(text).toHaveLength(length);
    expect(restatedValues(said(text), `- user: ${text.replace("4", "3")}`)).toHaveLength(
      121 - length,
    );
  }
});
