import {
  assistantMessage,
  createCompactor,
  type Message,
  type Summarizer,
  textOf,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { hostileItems } from "../../../tooling/laws/src/generate/history.ts";
import { summaryRequest } from "../../../tooling/laws/src/generate/summary-request.ts";
import { createExtractiveSummarizer } from "../src/index.ts";

const HEADING = "## Quotes From the Conversation";
const extractive = createExtractiveSummarizer();
const { signal } = new AbortController();

async function fill(summary: string, given: Parameters<typeof summaryRequest>[0]): Promise<string> {
  return (await extractive.fill?.(summary, summaryRequest(given), signal))?.text ?? "";
}

test("a filled summary contains the summary, fits, and is the same each time", async () => {
  const summaries = fc.constantFrom(
    "It was about boats.",
    "## Goal\n- boats\n\n---\n\n**Turn Context (split turn):**\n\n- at the pier",
  );
  await fc.assert(
    fc.asyncProperty(
      hostileItems,
      summaries,
      fc.integer({ min: 60, max: 3_000 }),
      async (items, summary, maxTokens) => {
        const given = { items, maxTokens };
        const text = await fill(summary, given);
        const { estimator } = summaryRequest(given);
        expect(estimator.estimateText(text)).toBeLessThanOrEqual(maxTokens);
        expect(text.isWellFormed()).toBe(true);
        const [before = "", after = ""] = text.split(HEADING);
        expect(`${before.trim()}${after.replace(/^[^]*?(?=\n\n---|$)/u, "")}`).toBe(summary);
        expect(await fill(summary, given)).toBe(text);
      },
    ),
    cases(60),
  );
});

test("half of a surrogate pair is replaced in an added line", async () => {
  const cut = assistantMessage("The boats of half a pair \ud83d");
  expect(await fill("It was about boats.", { items: [{ id: "1", message: cut }] })).toContain(
    "half a pair \ufffd",
  );
});

const call = { callId: "c1", name: "bash", arguments: '{"command":"npm test -- tariffs"}' };
const messages: readonly Message[] = [
  userMessage("Why does the export drop rows of tariff-2217? Keep src/legacy as it is."),
  assistantMessage("I run the tests of the tariffs first.", [call]),
  toolMessage(call, "FAIL src/export/rows.test.ts\nexpected 27 rows, received 25\nexit code 1"),
  assistantMessage("The cache key in src/export/key.ts misses the currency, so `rowKey` collides."),
  userMessage("Right. Fix it."),
  assistantMessage("Fixed in src/export/key.ts. All 27 tests pass."),
];
const items = messages.map((message, place) => ({ id: String(place), message }));

test("what the summary lacks is quoted with who said it, and nothing twice", async () => {
  const said = "The cache key in src/export/key.ts misses the currency, so `rowKey` collides.";
  const text = await fill(`## Facts\n- ${said}`, { items });
  expect(text).toContain("tariff-2217");
  expect(text).toContain("expected 27 rows, received 25");
  expect(text.split("so `rowKey` collides")).toHaveLength(2);
  const quotes = text.slice(text.indexOf(HEADING)).split("\n").slice(1);
  expect(quotes.filter((line) => line.includes("tariff-2217"))).toEqual([
    expect.stringMatching(/^- user: /u),
  ]);
});

const model: Summarizer = {
  name: "model",
  summarize: () => Promise.resolve({ text: "## Goal\n- Fix it.", method: "model", calls: 1 }),
};
const compactor = createCompactor({
  summarizer: [model, extractive],
  policy: { windowTokens: 4_000, keepUserTokens: 0 },
});

test("lines are left out if the view would save too little with them", async () => {
  const steps = Array.from({ length: 24 }, (_, step) => `Step ${step} needs src/step-${step}.ts.`);
  const long = [userMessage("Go on."), assistantMessage("The pump runs. ".repeat(300))];
  const history = {
    items: [assistantMessage(steps.join(" ")), ...messages, ...long].map((message, id) => ({
      id: String(id),
      message,
    })),
    state: null,
  };
  const { outcome, view } = await compactor.fit(history, { force: true });
  expect(outcome).toMatchObject({ type: "compacted", receipt: { method: "model" } });
  expect(view.messages.map(textOf).join("\n")).not.toContain(HEADING);
});

test("a compactor fills its budget, and keeps added lines over five compactions", async () => {
  const turn = (round: number): readonly Message[] => [
    userMessage(`Look at file ${round}.`),
    assistantMessage(`It is fine. ${"The pump runs. ".repeat(300)}`),
  ];
  const all = [...messages, ...turn(-1)];
  let state = null;
  for (let round = 0; round < 5; round += 1) {
    all.push(...turn(round));
    const history = { items: all.map((message, id) => ({ id: String(id), message })), state };
    const { outcome, state: next, view } = await compactor.fit(history, { force: true });
    state = next;
    expect(outcome).toMatchObject({ type: "compacted", receipt: { method: "model" } });
    const text = view.messages.map(textOf).join("\n");
    for (const summary of text.split("<summary>").slice(1))
      expect(summary.split(HEADING).length).toBeLessThanOrEqual(2);
    expect(text).toContain(HEADING);
    expect(text).toContain("so `rowKey` collides");
  }
});
