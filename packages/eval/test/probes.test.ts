import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textOf } from "@cutpoint/core";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createKeepNewest } from "../src/methods/keep-newest.ts";
import type { Arm } from "../src/methods/method.ts";
import { parseProbes, PROBE_KINDS, type Probe, type ProbedCut } from "../src/probes/probe.ts";
import { probeLines, summarizeProbes } from "../src/probes/probe-table.ts";
import { type AskModel, createRecordedModel } from "../src/probes/recorded-model.ts";
import { type ProbeRow, runProbes } from "../src/probes/run-probes.ts";
import { graderSheet, parseAnswers, parseGrades } from "../src/probes/sheets.ts";
import { generatedSession } from "./support/boats.ts";

const session = generatedSession(1);
const words = session.messages
  .slice(1, 80)
  .flatMap((message) => textOf(message).match(/part\d+\.ts: \w+ \w+/gu) ?? []);
const probes: readonly Probe[] = PROBE_KINDS.map((kind, index) => ({
  id: `p${index}`,
  kind,
  question: `Which words follow ${words[index * 9]?.split(":")[0]}?`,
  reference: words[index * 9] ?? "",
}));
const cut: ProbedCut = { transcript: session.id, cut: 80, probes };

/** Knows all messages up to the cut: every reference is in its view. */
const everything: Arm = {
  role: "method",
  name: "all-of-it",
  compact: ({ messages }) => messages,
};
const nothing: Arm = { role: "method", name: "none-of-it", compact: () => "Nothing." };

/** Answers with the reference if the view contains it. Grades by comparison. */
const model: AskModel = async (prompt) =>
  prompt.startsWith("Grade")
    ? [...prompt.matchAll(/^(\d+)\. .*\n {2}Reference: (.*)\n((?: {2}[A-Z]: .*\n)+)/gmu)]
        .flatMap(([, number, reference, answers]) =>
          [...(answers ?? "").matchAll(/^ {2}([A-Z]): (.*)$/gmu)].map(
            ([, letter, text]) => `${number} ${letter} ${text === reference ? 1 : 0}`,
          ),
        )
        .join("\n")
    : probes
        .map(
          ({ reference }, index) =>
            `${index + 1}: ${prompt.includes(reference) ? reference : "unknown"}`,
        )
        .join("\n");

// An open estimator keeps the vocabulary that each run needs.
const vocabulary = await createTiktokenEstimator();
afterAll(() => vocabulary[Symbol.dispose]());

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "probes-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(
  asked: AskModel | null,
  arms = [everything, nothing],
): Promise<readonly ProbeRow[]> {
  const reader = createRecordedModel(folder, asked);
  const rows: ProbeRow[] = [];
  const options = { arms, budgetTokens: 1_000_000, reader, grader: reader };
  for await (const row of runProbes([session], [cut], options)) rows.push(row);
  return rows;
}

describe("probes", () => {
  test("a view with all answers has every point, a view without them none", async () => {
    const summaries = summarizeProbes(await run(model));
    expect(summaries.map(({ method, right, probes: count }) => [method, right, count])).toEqual([
      ["all-of-it", 1, 6],
      ["none-of-it", 0, 6],
    ]);
    expect(probeLines(summaries).join("\n")).toMatch(/all-of-it +100\.0 +0\.0 .* 6\n/u);
  });

  test("a second run needs no model and has the same rows", async () => {
    const rows = await run(model);
    const asked = async (): Promise<string> => {
      throw new Error("asked again");
    };
    expect(await run(asked)).toEqual(rows);
    expect(await run(null)).toEqual(rows);
  });

  test("without a model, answers written by hand are used, first those of readers", async () => {
    const waiting = await run(null);
    expect(waiting.every(({ answer, grade }) => answer === null && grade === null)).toBe(true);
    await answerByHand();
    expect(summarizeProbes(await run(null))).toEqual([]);
    await answerByHand();
    expect(summarizeProbes(await run(null)).map(({ right }) => right)).toEqual([1, 0]);
  });

  test("names of prompts and grader sheets do not reveal a method", async () => {
    await run(model);
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/^[0-9a-f]{16}\.(?:prompt|answer)\.md$/u);
      expect(await readFile(join(folder, name), "utf8")).not.toMatch(/-of-it/u);
    }
  });

  test("the order of answers differs between questions and is equal in every run", () => {
    const methods = ["a", "b", "c", "d"];
    const many = Array.from({ length: 40 }, (_, index): Probe => ({
      ...(probes[0] as Probe),
      id: `q${index}`,
      question: `Question ${index}?`,
    }));
    const answersOf = (): readonly { method: string; text: string }[] =>
      methods.map((method) => ({ method, text: `answer of ${method}` }));
    const sheet = graderSheet(many, answersOf);
    const orders = new Set(
      [...sheet.matchAll(/(?: {2}[A-D]: .*\n)+/gu)].map(([lines]) =>
        lines.replaceAll(/[^a-d\n]/gu, ""),
      ),
    );
    expect(orders.size).toBeGreaterThan(10);
    expect(graderSheet(many, answersOf)).toBe(sheet);
    // The grades reach the methods whose letters they have.
    const line = /^ {2}([A-D]): answer of c$/mu.exec(sheet);
    const gradeOf = parseGrades(`1 ${line?.[1]} 0.5 contradicts`, many, answersOf);
    expect(gradeOf(many[0] as Probe, "c")).toEqual({ score: 0.5, contradicts: true });
    expect(gradeOf(many[0] as Probe, "a")).toBeUndefined();
  });

  test("a missing answer is unknown", () => {
    expect(parseAnswers("2: here\n**3**: there\nsmall talk", probes)).toEqual([
      "unknown",
      "here",
      "there",
      "unknown",
      "unknown",
      "unknown",
    ]);
  });

  test("the standard error is the deviation of the scores divided by the root of their number", () => {
    const row = (score: 0 | 0.5 | 1): ProbeRow => ({
      method: "mine",
      transcript: "t",
      probe: probes[0] as Probe,
      viewTokens: 10,
      answer: "",
      grade: { score, contradicts: score === 0 },
    });
    const [summary] = summarizeProbes([row(1), row(0), row(1), row(0)]);
    expect(summary).toMatchObject({ right: 0.5, standardError: 0.25, contradicted: 0.5 });
  });

  test("a recorded summary adds the methods of a recorded transcript", async () => {
    const reader = createRecordedModel(folder, model);
    const methods = new Set<string>();
    const options = { arms: [createKeepNewest()], budgetTokens: 3_000, reader, grader: reader };
    const summary = `The words are ${probes.map(({ reference }) => reference).join("; ")}.`;
    for await (const { method } of runProbes([session], [{ ...cut, summary }], options))
      methods.add(method);
    expect([...methods]).toEqual([
      "keep-newest",
      "recorded-summary",
      "recorded-and-newest",
      "cutpoint-model",
      "cutpoint-filled",
    ]);
  });

  test.each([
    [{ version: 2, cuts: [] }, "version"],
    [{ version: 1, cuts: [{ ...cut, cut: 0 }] }, "cuts.0.cut"],
    [
      { version: 1, cuts: [{ ...cut, probes: [{ ...probes[0], kind: "other" }] }] },
      "cuts.0.probes.0.kind",
    ],
    [{ version: 1, cuts: [{ ...cut, probes: [probes[0], probes[0]] }] }, "occurs twice"],
  ])("rejects an invalid file %#", (value, message) => {
    expect(() => parseProbes(value, "probes.json")).toThrow(message);
  });

  test("a cut behind the end of the transcript is an error", async () => {
    const reader = createRecordedModel(folder, model);
    const options = { arms: [nothing], budgetTokens: 100, reader, grader: reader };
    const late = { ...cut, cut: 9_999 };
    await expect(runProbes([session], [late], options).next()).rejects.toThrow(
      "cut of boats is 9999: expected at most",
    );
  });
});

async function answerByHand(): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".prompt.md")) continue;
    const prompt = await readFile(join(folder, name), "utf8");
    await writeFile(join(folder, name.replace("prompt", "answer")), await model(prompt));
  }
}
