import { assistantMessage, createCharacterEstimator, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { createCutpoint } from "../src/methods/cutpoint.ts";
import type { Arm } from "../src/methods/method.ts";
import { evaluate } from "../src/run/evaluate.ts";
import type { Row } from "../src/run/row.ts";
import { transcriptOf } from "./support/boats.ts";

const turns = [
  userMessage("Anna: My brother Peter sails from Genoa to Palermo every summer."),
  assistantMessage("Bert: I would rather stay at home and bake bread."),
  userMessage("Anna: The green boat was sold in March, sadly."),
  assistantMessage("Bert: What a pity."),
];
const chat = transcriptOf(turns, {
  kind: "chat",
  questions: [
    { question: "Where does Peter sail?", evidence: [0] },
    { question: "What happened to the green boat?", evidence: [2] },
  ],
});

async function rowOf(arm: Arm): Promise<Row> {
  const estimator = createCharacterEstimator();
  for await (const row of evaluate(chat, { arms: [arm], estimator, budgets: [1] })) return row;
  throw new Error("the chat has no cut");
}

const given = (text: string, more: Partial<Arm> = {}): Arm =>
  ({ role: "method", name: "given", compact: () => text, ...more }) as Arm;

test("evidence is kept if one line has most of a turn's words", async () => {
  const line = "brother Peter sails Genoa Palermo summer";
  expect((await rowOf(given(line))).measures.evidence).toBe(0.5);
  expect((await rowOf(given(line.replaceAll(" ", "\n")))).measures.evidence).toBe(0);
  expect((await rowOf(given("Peter sails"))).measures.evidence).toBe(0);
});

test("evidence is found if it is in the first ten hits of a question", async () => {
  const finding = (hits: readonly (readonly number[])[]): Arm =>
    given("", { search: async () => hits });
  expect((await rowOf(finding([[3, 0], [1]]))).measures.found).toBe(0.5);
  expect(
    (await rowOf(finding([Array.from({ length: 10 }, () => 3).concat(0), [2]]))).measures.found,
  ).toBe(0.5);
  expect((await rowOf(given(""))).measures.found).toBeNull();
});

test("measures Cutpoint's search with the words of the questions", async () => {
  const asked = { ...chat, questions: [{ question: "green boat sold", evidence: [2] }] };
  const estimator = createCharacterEstimator();
  for await (const { measures } of evaluate(asked, { arms: [createCutpoint()], estimator }))
    expect(measures.found).toBe(1);
});
