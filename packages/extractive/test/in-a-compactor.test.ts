import {
  assistantMessage,
  type CompactionState,
  compactMessages,
  createCharacterEstimator,
  createCompactor,
  type Item,
  type Message,
  textOf,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { checkSummary } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import { parseSections } from "../src/sections/sections.ts";
import { createExtractiveSummarizer } from "../src/summarize.ts";
import { summaryText } from "./support/summary-text.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });
const summarizer = createExtractiveSummarizer();
const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

function turn(number: number): readonly Message[] {
  const call = { callId: `c${number}`, name: "read", arguments: `{"path":"src/${number}.ts"}` };
  return [
    userMessage(`What does file ${number} contain? ${"q".repeat(40)}`),
    assistantMessage("", [call]),
    toolMessage(call, "data".repeat(100)),
    assistantMessage("said".repeat(20)),
  ];
}

const conversation = Array.from({ length: 40 }, (_, number) => turn(number)).flat();
const items = conversation.map((message, index) => ({ id: `${index}`, message }));

test("the summary passes the checks of the compactor", async () => {
  const said = "The log of the build says that the third step failed with exit code 1. ".repeat(30);
  const spoken = [{ id: "1", message: userMessage(said) }];
  const text = await summaryText({ items: spoken, shortText: true });
  expect(checkSummary(text, { maxTokens: 2_000, estimator, items: spoken }).fault).toBeNull();
});

test.each([
  "There are no messages in the queue orders_2217.",
  "Sorry, provide the conversation id conv_881 first.",
])("a line of the conversation that reads like a refusal is kept: %s", async (line) => {
  const messages = [userMessage("Ask"), assistantMessage(line), ...conversation.slice(-4)];
  const options = { budgetTokens: 130, estimator, summarizer };
  const { messages: sent } = await compactMessages(messages, options);
  expect(textOf(sent[0] ?? userMessage(""))).toContain(line);
});

test.each([1_000, 2_000, 4_000])(
  "a budget of %i tokens is used and not exceeded",
  async (budgetTokens) => {
    const { messages, receipt } = await compactMessages(conversation, {
      budgetTokens,
      estimator,
      summarizer,
    });
    const tokens = messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
    expect(tokens).toBeLessThanOrEqual(budgetTokens);
    expect(receipt).toMatchObject({ method: "extractive", attempts: [], tokensAfter: tokens });
  },
);

test("writes a short text on request and does not repeat secrets", async () => {
  const leak = assistantMessage("", [
    { callId: "k", name: "bash", arguments: `{"command":"login ${secret}"}` },
  ]);
  const { outcome, state } = await createCompactor({ summarizer }).fit(
    { items: [{ id: "leak", message: leak }, ...items], state: null },
    { windowTokens: 1_200, shortText: true },
  );
  expect(outcome.type === "compacted" && outcome.receipt.shortText).toMatch(/file/u);
  expect(JSON.stringify(state)).not.toContain(secret);
});

describe("work that a later part of the conversation finishes", () => {
  const TURNS = 56;
  const LATER = 4;
  const filler = "The cache of the scheduler keeps one entry for each worker and each queue. ";

  /** Returns lines that a summary has reason to quote. */
  function logOf(name: string, isPassing: boolean): string {
    const lines = Array.from({ length: 30 }, (_, line) => {
      const id = `${name}Worker${line}`;
      return `${id}: queue ${id}_in took ${line * 37 + name.length} ms, limit ${line}${line}0 ms`;
    });
    return [`run of ${name}, ${isPassing ? "second" : "first"}`, ...lines].join("\n");
  }

  /** Returns a turn that starts a port, and finishes the one that began some turns before. */
  function port(number: number): readonly Message[] {
    const calls = (name: string, isPassing: boolean): readonly Message[] => {
      const edit = {
        callId: `e-${name}-${isPassing}`,
        name: "edit",
        arguments: JSON.stringify({ path: `src/${name}.ts`, old: "a", new: `b${number}` }),
      };
      const run = {
        callId: `r-${name}-${isPassing}`,
        name: "bash",
        arguments: JSON.stringify({ command: `npm test ${name}` }),
      };
      const outcome = isPassing ? "9 passed" : "2 failed, 7 passed";
      return [
        assistantMessage("", [edit]),
        toolMessage(edit, "edited"),
        assistantMessage("", [run]),
        toolMessage(run, `${logOf(name, isPassing)}\n${outcome}`, !isPassing),
      ];
    };
    const begun = `module${number}`;
    const finished = `module${number - LATER}`;
    return [
      userMessage(`Port src/${begun}.ts to the new interface.`),
      ...calls(begun, false),
      assistantMessage(`The port of src/${begun}.ts is not finished: 2 tests still fail.`),
      ...(number < LATER
        ? []
        : [
            userMessage(`Finish the port of src/${finished}.ts to the new interface.`),
            ...calls(finished, true),
            assistantMessage(`The port of src/${finished}.ts is done: all 9 tests pass.`),
          ]),
      ...["first", "second", "third", "fourth"].flatMap((part) => [
        userMessage(`What does the ${part} worker of queue ${number} do?`),
        assistantMessage(
          `The ${part} worker of queue ${number} does its part. ${filler.repeat(9)}`,
        ),
      ]),
    ];
  }

  test("is not left open in the newest word about it, over ten appended summaries", async () => {
    const messages = Array.from({ length: TURNS }, (_, number) => port(number)).flat();
    const all = messages.map((message, index) => ({ id: `${index}`, message }));
    const compactor = createCompactor({ summarizer, estimator });
    let state: CompactionState | null = null;
    let compactions = 0;
    let segments = 0;
    const stale: string[] = [];
    for (let end = 8; end <= all.length; end += 5) {
      const seen = all.slice(0, end);
      const fitted = await compactor.fit({ items: seen, state }, { windowTokens: 24_000 });
      ({ state } = fitted);
      if (fitted.outcome.type !== "compacted") continue;
      compactions += 1;
      const summaries = summariesIn(state);
      segments = Math.max(segments, summaries.length);
      for (let task = 0; task < TURNS; task += 1)
        stale.push(...staleIn(summaries, seen, state, task));
    }
    expect(compactions).toBeGreaterThanOrEqual(10);
    expect(segments).toBeGreaterThanOrEqual(4);
    expect(stale).toEqual([]);
  });

  function summariesIn(state: CompactionState | null): readonly string[] {
    return (state?.prefix ?? []).flatMap(({ kind, part }) =>
      kind === "summary" && part.type === "text" ? [part.text] : [],
    );
  }

  /** Returns a task that a summary shows as open, though a compacted message says that it is done and no later one does. */
  function staleIn(
    summaries: readonly string[],
    seen: readonly Item[],
    state: CompactionState | null,
    task: number,
  ): readonly string[] {
    const name = `src/module${task}.ts`;
    const cut = seen.findIndex(({ id }) => id === state?.firstKeptId);
    const isDone = seen
      .slice(0, cut)
      .some(({ message }) => textOf(message) === `The port of ${name} is done: all 9 tests pass.`);
    const places = summaries.map((text) => {
      const { done, inProgress, nextSteps } = parseSections(text);
      return {
        isOpen: [...inProgress, ...nextSteps].some((entry) => entry.includes(name)),
        isFinished: done.some((entry) => entry.includes(name)),
      };
    });
    const open = places.findLastIndex(({ isOpen }) => isOpen);
    const finished = places.findLastIndex(({ isFinished }) => isFinished);
    return isDone && open > finished ? [`${name} at ${seen.length}: ${open} > ${finished}`] : [];
  }
});
