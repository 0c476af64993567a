import { createCharacterEstimator, systemMessage, textOf } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { createClearResults } from "../src/methods/clear-results.ts";
import { createControlArms } from "../src/methods/control-arms.ts";
import { createCutpoint } from "../src/methods/cutpoint.ts";
import { createCutpointSession } from "../src/methods/cutpoint-session.ts";
import { createUserTextAndNewest } from "../src/methods/user-text-and-newest.ts";
import { createKeepNewest } from "../src/methods/keep-newest.ts";
import type { Arm } from "../src/methods/method.ts";
import { createOracle } from "../src/methods/oracle.ts";
import { createBm25, createTfIdf } from "../src/methods/ranked-lines.ts";
import { judge, winningControls } from "../src/report/goals.ts";
import { evaluate } from "../src/run/evaluate.ts";
import type { Row } from "../src/run/row.ts";
import { type Summary, summarizeRows } from "../src/run/summarize-rows.ts";
import type { Transcript } from "../src/transcript/transcript.ts";
import { generatedSession } from "./support/boats.ts";

const estimator = createCharacterEstimator();
const budgets = [0.3, 0.2];
const NOTHING: Summary["measures"] = {
  quality: null,
  total: null,
  weighted: null,
  far: null,
  relation: null,
  rareWords: null,
  user: null,
  lastUser: null,
  fabricated: null,
  evidence: null,
  found: null,
};

async function rowsOf(
  arms: Parameters<typeof evaluate>[1]["arms"],
  rounds = [1],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const seed of [1, 2])
    for await (const row of evaluate(generatedSession(seed), { arms, estimator, budgets, rounds }))
      rows.push(row);
  return rows;
}

describe("arms on generated sessions", () => {
  test("every control arm loses to keeping user text and the newest messages", async () => {
    const summaries = summarizeRows(
      await rowsOf([createUserTextAndNewest(), ...createControlArms()]),
    );
    expect(winningControls(summaries, "user-text-and-newest")).toEqual([]);
    const anchorsOnly = summaries.find(({ method }) => method === "anchors-only");
    expect(anchorsOnly?.measures.total).toBeGreaterThan(0.9);
    expect(anchorsOnly?.measures.relation).toBeLessThan(0.1);
  });

  test("reports a control arm that wins", async () => {
    const summaries = summarizeRows(
      await rowsOf([
        ...createControlArms(),
        { role: "method", name: "nothing", compact: () => "Nothing." },
      ]),
    );
    expect(winningControls(summaries, "nothing").map(({ method }) => method)).toContain(
      "random-drop",
    );
  });

  test("no method is above the oracle", async () => {
    const arms = [
      createOracle(),
      createUserTextAndNewest(),
      createClearResults(),
      createBm25(),
      createTfIdf(),
      createKeepNewest(),
      createCutpoint(),
      ...createControlArms(),
    ];
    const rows = await rowsOf(arms);
    for (const { quality, best, method } of rows.map((row) => ({
      method: row.method,
      quality: row.measures.quality ?? 0,
      best:
        rows.find(
          ({ method: other, transcript, cut, share }) =>
            other === "oracle" &&
            transcript === row.transcript &&
            cut === row.cut &&
            share === row.share,
        )?.measures.quality ?? 0,
    })))
      expect(quality, method).toBeLessThanOrEqual(best + 0.02);
  });

  test("every result is valid in every round", async () => {
    const arms = [
      createOracle(),
      createUserTextAndNewest(),
      createClearResults(),
      createBm25(),
      createTfIdf(),
      createKeepNewest(),
      ...createControlArms(),
    ];
    for (const row of await rowsOf(arms, [1, 3]))
      expect([row.method, row.violations, row.error]).toEqual([row.method, [], null]);
  });

  test("the same transcripts have the same results", async () => {
    const timeless = (rows: readonly Row[]) => rows.map((row) => ({ ...row, milliseconds: 0 }));
    const arms = () => [createOracle(), createTfIdf(), ...createControlArms()];
    expect(timeless(await rowsOf(arms()))).toEqual(timeless(await rowsOf(arms())));
  });

  test("a method that drops every second word loses more in more rounds", async () => {
    const forgetful: Arm = {
      role: "method",
      name: "forgetful",
      compact: ({ messages }) =>
        messages
          .flatMap((message) => (message.role === "system" ? [] : textOf(message).split(" ")))
          .filter((_, place) => place % 2 === 0)
          .join(" "),
    };
    const session = generatedSession(1);
    const rows: Row[] = [];
    for await (const row of evaluate(session, {
      arms: [forgetful],
      estimator,
      budgets: [1],
      rounds: [1, 4],
    }))
      rows.push(row);
    const [once, again] = summarizeRows(rows);
    expect(again?.rounds).toBe(4);
    expect(again?.measures.total).toBeLessThan(0.7 * (once?.measures.total ?? 0));
  });

  test("a system text larger than the budget leaves the shares of several rounds as they are", async () => {
    const session = generatedSession(1);
    const long = systemMessage("You mend boats. ".repeat(4_000));
    const messages = session.messages.map((each) => (each.role === "system" ? long : each));
    const userText = async (transcript: Transcript): Promise<number> => {
      const rows: Row[] = [];
      const options = { arms: [createCutpoint()], estimator, budgets: [0.2], rounds: [3] };
      for await (const row of evaluate(transcript, options)) rows.push(row);
      return summarizeRows(rows)[0]?.measures.user ?? 0;
    };
    expect(await userText({ ...session, messages })).toBeCloseTo(await userText(session), 1);
  });

  test("measures a recorded summary at its own size, and combined with others in a larger budget", async () => {
    const session = generatedSession(1);
    const text = "## Goal\n- The pumps are to be mended.";
    const recorded: Transcript = { ...session, kind: "recorded", summary: { text, cut: 60 } };
    const rows: Row[] = [];
    for await (const row of evaluate(recorded, { arms: [], estimator, budgets: [0.3] }))
      rows.push(row);
    expect(rows.map(({ method, share, cut }) => [method, share, cut])).toEqual([
      ["recorded-summary", null, 60],
      ["recorded-summary", 0.3, 60],
      ["recorded-and-newest", 0.3, 60],
      ["cutpoint-model", 0.3, 60],
      ["cutpoint-filled", 0.3, 60],
    ]);
    const [alone, newest, model, filled] = rows.filter(({ share }) => share === 0.3);
    expect(newest?.measures.total).toBeGreaterThan(alone?.measures.total ?? 1);
    expect(newest?.violations).toEqual([]);
    expect(filled?.measures.total).toBeGreaterThan(model?.measures.total ?? 1);
  });

  test("a session has a size of its own, at which the other arms are measured too", async () => {
    const rows = await rowsOf([createCutpointSession(), createKeepNewest()]);
    const sized = rows.filter(({ share }) => share === null);
    expect(new Set(sized.map(({ method }) => method))).toEqual(
      new Set(["cutpoint-session", "keep-newest"]),
    );
    expect(rows.filter(({ method }) => method === "cutpoint-session")).toHaveLength(6);
    for (const row of sized) {
      const { method, resultTokens, budgetTokens, historyTokens, violations, error } = row;
      expect([method, violations, error]).toEqual([method, [], null]);
      if (method !== "cutpoint-session") continue;
      expect(row.measures.quality).toBeGreaterThan(0);
      expect(resultTokens).toBe(budgetTokens);
      expect(resultTokens).toBeLessThan(0.25 * historyTokens);
    }
  });

  test("judges a session, and what one call would keep in its size", async () => {
    const row = (method: string, quality: number): Summary => ({
      kind: "coding",
      share: null,
      rounds: 1,
      method,
      role: "method",
      cuts: 1,
      measures: { ...NOTHING, quality },
      invalid: 0,
      pace: 1,
    });
    const summaries = [row("cutpoint", 0.95), row("cutpoint-session", 0.91)];
    const verdicts = judge(summaries, "cutpoint").map(({ goal, value, isReached }) => [
      goal.measure,
      Number(value.toFixed(2)),
      isReached,
    ]);
    expect(verdicts).toEqual([
      ["session", 0.91, true],
      ["sessionGap", 0.04, false],
    ]);
  });
});
