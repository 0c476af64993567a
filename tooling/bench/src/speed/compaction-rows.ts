import {
  type Compactor,
  createCompactor,
  createEstimator,
  findCutPoint,
  type Summarizer,
  viewOf,
} from "@cutpoint/core";
import { conversationOf } from "./conversations.ts";
import { sessionOf } from "./session-of.ts";
import { compare, type Measured, type Row, timeOf, timeOfAsyncCalls, timeOfCalls } from "./row.ts";
import { addUp, awaitCalls, copyMessages, countWords, textsOf } from "./yardsticks.ts";

const estimator = createEstimator();

export const fixedSummarizer: Summarizer = {
  name: "fixed",
  summarize: () => Promise.resolve({ text: "What was said before.", method: "fixed", calls: 1 }),
};

function compactorOf(windowTokens: number): Compactor {
  return createCompactor({ estimator, summarizer: fixedSummarizer, policy: { windowTokens } });
}

export const compactionRows: readonly Row[] = [
  {
    name: "check of 10,000 messages with system text and 20 tools",
    yardstick: "read two fields of 10 messages",
    unit: "×",
    goal: 5.9,
    measure: checkTime,
  },
  {
    name: "`fit` with nothing to compact, 260 messages",
    yardstick: "await 10 calls",
    unit: "×",
    goal: 8.4,
    measure: fitTime,
  },
  {
    name: "cut and view, 150 kept messages",
    yardstick: "copy the messages",
    unit: "×",
    goal: 10,
    measure: cutTime,
  },
  {
    name: "compaction of 10,000 messages with a given summary",
    yardstick: "count their words",
    unit: "×",
    goal: 0.72,
    measure: givenSummaryTime,
  },
];

async function checkTime(): Promise<Measured> {
  await using session = await sessionOf(10_000, fixedSummarizer);
  const tools = Array.from({ length: 20 }, (_, place) => ({
    name: `tool_${place}`,
    description: "Reads a file and returns its lines. ".repeat(10),
    parameters: { type: "object", properties: { path: { type: "string" } } },
  }));
  const request = { system: "You are brief. ".repeat(200), tools };
  const few = conversationOf(10).map(({ message }) => message);
  const check = timeOfCalls(4_000, () => session.plan(request));
  return await compare(
    100,
    check,
    timeOfCalls(20_000, () => addUp(few)),
  );
}

function fitTime(): Promise<Measured> {
  const compactor = compactorOf(10_000_000);
  const history = { items: conversationOf(260), state: null };
  return compare(
    100,
    timeOfAsyncCalls(500, () => compactor.fit(history)),
    timeOfAsyncCalls(1_000, awaitCalls),
  );
}

function cutTime(): Promise<Measured> {
  const items = conversationOf(1_000);
  const measured = items.map((item) => ({ item, tokens: estimator.estimate(item.message) }));
  const kept = measured.slice(-150);
  const keepTokens = kept.reduce((sum, { tokens }) => sum + tokens, 0);
  const history = { items: kept.map(({ item }) => item), state: null };
  const messages = history.items.map(({ message }) => message);
  const cutAndView = (): void => {
    findCutPoint(measured, keepTokens);
    viewOf(history);
  };
  return compare(
    100,
    timeOfCalls(50, cutAndView),
    timeOfCalls(200, () => copyMessages(messages)),
  );
}

function givenSummaryTime(): Promise<Measured> {
  const texts = textsOf(conversationOf(10_000));
  const compact = (): Promise<number> => {
    const history = { items: conversationOf(10_000), state: null };
    return timeOf(() => compactorOf(200_000).fit(history, { force: true }));
  };
  return compare(7, compact, () => timeOf(() => countWords(texts)));
}
