import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { type AnyAgentMiddleware, createAgent, summarizationMiddleware } from "langchain";
import { describe, expect, test } from "vitest";
import {
  type CompactionMiddlewareOptions,
  createCompactionMiddleware,
} from "../../src/agent/compaction-middleware.ts";
import { createCounterEstimator } from "../../src/counter-estimator.ts";
import { broken, chatModel, filler, provider, SUMMARY } from "./rig.ts";

const LONG = "It is on the upper shelf, beside the others, and has been there for long. ".repeat(
  15,
);

/** The options that both middlewares have, and the rows of the table that name others. */
type Options = Pick<CompactionMiddlewareOptions, "keep" | "summaryPrompt" | "trigger">;
type Both = Options & {
  readonly persist?: "view" | "replace";
  /** Options of theirs that the table drops. */
  readonly theirs?: object;
  readonly context?: Options;
  readonly question?: (turn: number) => string;
  readonly answer?: string;
  readonly tokenCounter?: (messages: readonly { readonly text: string }[]) => number;
  /** The window in the profile of the agent's model; `null` for no profile. */
  readonly windowTokens?: number | null;
  /** The window in the profile of the summary model. Default: `windowTokens`. */
  readonly summaryWindowTokens?: number;
  /** Whether the model refuses to summarize. */
  readonly fails?: boolean;
};

/** Runs 14 turns. Returns the size of the thread after each, its texts, the prompts of summaries and the requests. */
async function run(name: "theirs" | "ours", given: Both) {
  const {
    answer = LONG,
    context,
    fails = false,
    persist = "replace",
    question = (turn: number) => filler(turn, 200),
    theirs,
    tokenCounter,
    windowTokens = 100_000,
    summaryWindowTokens = windowTokens,
    ...options
  } = given;
  const prompts: string[] = [];
  const sent: string[] = [];
  await using simulated = await provider(windowTokens ?? 100_000, ({ messages, model }) => {
    if (model !== "summarizer") {
      sent.push(JSON.stringify(messages));
      return answer;
    }
    prompts.push(JSON.stringify(messages));
    return fails ? { type: "failure", failure: "server-error", retryAfterSeconds: 0 } : SUMMARY;
  });
  const url = simulated.url;
  const model = chatModel("openai-chat", url, {
    name: "summarizer",
    ...(summaryWindowTokens && { windowTokens: summaryWindowTokens }),
  });
  const events: string[] = [];
  const middleware =
    name === "theirs"
      ? summarizationMiddleware({ model, ...options, ...theirs, tokenCounter } as never)
      : createCompactionMiddleware({
          model,
          ...options,
          persist,
          onEvent: ({ type }) => {
            if (type !== "turn-ended") events.push(type);
          },
          policy: answer === LONG ? { minimumProgress: 0 } : {},
          ...(tokenCounter === undefined
            ? {}
            : { estimator: createCounterEstimator(tokenCounter) }),
        });
  const agent = createAgent({
    model: chatModel("openai-chat", url, windowTokens === null ? {} : { windowTokens }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [middleware as object as AnyAgentMiddleware],
  });
  const lengths: number[] = [];
  let texts: readonly string[] = [];
  for (let turn = 1; turn <= 14; turn += 1) {
    const { messages } = await agent.invoke(
      { messages: [new HumanMessage(question(turn))] },
      { configurable: { thread_id: "one" }, ...(context && { context }) },
    );
    lengths.push(messages.length);
    texts = messages.map(({ text }) => text);
  }
  expect(broken(simulated)).toEqual([]);
  return {
    lengths,
    events,
    prompts,
    sent,
    texts,
    turn: lengths.findIndex((size, at) => size !== 2 * at + 2) + 1,
  };
}

/** The rows of "Migrating from LangChain" in the README, each with the option on both middlewares. */
describe("the table of summarizationMiddleware is true", { tags: ["long"] }, () => {
  const charactersOf = (messages: readonly { readonly text: string }[]): number =>
    messages.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0);

  test.each<[string, Both]>([
    ["trigger and keep in messages", { trigger: { messages: 9 }, keep: { messages: 3 } }],
    ["trigger in tokens", { trigger: { tokens: 4000 }, keep: { messages: 3 } }],
    [
      "trigger and keep as a share",
      { trigger: { fraction: 0.4 }, keep: { fraction: 0.1 }, windowTokens: 8000 },
    ],
    [
      "tokenCounter",
      { trigger: { tokens: 4000 }, keep: { tokens: 900 }, tokenCounter: charactersOf },
    ],
  ])("%s: both summarize at about the same message", async (_option, options) => {
    const theirs = await run("theirs", options);
    const ours = await run("ours", options);
    expect(theirs.turn).toBeGreaterThan(2);
    expect(Math.abs(ours.turn - theirs.turn)).toBeLessThan(2);
    expect(ours.texts.slice(-3)).toEqual(theirs.texts.slice(-3));
  });

  test("trigger in messages: ours starts above the number", async () => {
    const options = { trigger: { messages: 9 }, keep: { messages: 3 } };
    expect((await run("theirs", options)).turn).toBe(5); // with 9 messages
    expect((await run("ours", options)).turn).toBe(6); // with 11
  });

  test("summaryPrompt: both prompts contain it", async () => {
    const options = { trigger: { messages: 9 }, summaryPrompt: "Write OWNPROMPT. {messages}" };
    for (const name of ["theirs", "ours"] as const)
      expect((await run(name, { ...options, keep: { messages: 3 } })).prompts[0]).toContain(
        "OWNPROMPT",
      );
  });

  test("keep in tokens above the trigger: ours refuses it", async () => {
    const options = { trigger: { tokens: 600 }, keep: { tokens: 900 } };
    expect((await run("theirs", options)).turn).toBeGreaterThan(0);
    await expect(run("ours", options)).rejects.toThrow("policy.keep.tokens is too large");
  });

  test("without a trigger: theirs never summarizes, ours does", async () => {
    await expect(run("theirs", { windowTokens: 6000 })).rejects.toThrow(/context length|exceed/);
    expect((await run("ours", { windowTokens: 6000 })).turn).toBeGreaterThan(0);
  });

  test("a model that fails: theirs writes the error into the thread, ours a summary", async () => {
    const options = { trigger: { messages: 9 }, keep: { messages: 3 }, fails: true };
    expect((await run("theirs", options)).texts.join()).toContain("Error generating summary");
    expect((await run("ours", options)).texts.join()).not.toContain("Error generating summary");
  });

  test("trigger and keep in the context of a call: both use them", async () => {
    const context = { trigger: { messages: 9 }, keep: { messages: 3 } };
    const theirs = await run("theirs", { context });
    const ours = await run("ours", { context });
    expect(theirs.turn).toBe(5);
    expect(ours.turn).toBe(6);
    expect(ours.texts.slice(-3)).toEqual(theirs.texts.slice(-3));
  });

  test("summaryPrompt in the context of a call: theirs uses it, ours does not", async () => {
    const options = {
      trigger: { messages: 9 },
      keep: { messages: 3 },
      context: { summaryPrompt: "Write OWNPROMPT. {messages}" },
    };
    expect((await run("theirs", options)).prompts[0]).toContain("OWNPROMPT");
    expect((await run("ours", options)).prompts[0]).not.toContain("OWNPROMPT");
  });

  test("without keep: theirs keeps 20 messages, ours what the policy keeps", async () => {
    const options = { trigger: { messages: 24 } };
    const theirs = await run("theirs", options);
    expect(theirs.lengths[theirs.turn - 1]).toBe(22); // with the summary and the answer
    const ours = await run("ours", options);
    expect(ours.lengths[ours.turn - 1]).not.toBe(22);
  });

  test("keep of no messages: theirs loses the question, ours keeps the newest message", async () => {
    const options = { trigger: { messages: 9 }, keep: { messages: 0 } };
    const theirs = await run("theirs", options);
    expect(theirs.sent[theirs.turn - 1]).not.toContain(`Question ${theirs.turn}:`);
    const ours = await run("ours", options);
    expect(ours.sent[ours.turn - 1]).toContain(`Question ${ours.turn}:`);
    expect(ours.lengths[ours.turn - 1]).toBe(3);
  });

  test("trimTokensToSummarize: theirs omits the oldest messages by default, ours summarizes all", async () => {
    const options = { trigger: { messages: 24 }, keep: { messages: 3 } };
    expect((await run("theirs", options)).prompts[0]).not.toContain("Question 1:");
    expect((await run("ours", options)).prompts[0]).toContain("Question 1:");
  });

  test("summaryPrefix: theirs begins with it, ours with a fixed introduction", async () => {
    const sizes = { trigger: { messages: 9 }, keep: { messages: 3 } };
    const theirs = await run("theirs", { ...sizes, theirs: { summaryPrefix: "OWNPREFIX" } });
    expect(theirs.texts[0]).toMatch(/^OWNPREFIX/u);
    expect((await run("ours", sizes)).texts[0]).toMatch(/^The conversation history before this/u);
  });

  test("the thread: by default ours keeps all messages", async () => {
    const options = { trigger: { messages: 9 }, keep: { messages: 3 }, persist: "view" } as const;
    expect((await run("theirs", options)).lengths.at(-1)).toBeLessThan(28);
    const ours = await run("ours", options);
    expect(ours.lengths.at(-1)).toBe(28);
    expect(ours.sent.at(-1)).toContain("SUMMARYWORD");
  });

  test("short messages: theirs summarizes them, ours only if that saves enough", async () => {
    const options = {
      trigger: { messages: 9 },
      keep: { messages: 3 },
      question: (turn: number) => `Question ${turn}?`,
      answer: "Yes.",
    };
    expect((await run("theirs", options)).turn).toBe(5);
    expect((await run("ours", options)).turn).toBe(0);
  });

  test("a share of an unknown window: theirs takes a small one, ours reports it", async () => {
    const options = { trigger: { fraction: 0.5 }, keep: { messages: 3 }, windowTokens: null };
    expect((await run("theirs", options)).turn).toBe(6); // 4,097 tokens
    const ours = await run("ours", options);
    expect([ours.turn, ours.events]).toEqual([0, ["unknown-window"]]);
  });

  test("the window of a share: theirs takes it from the summary model, ours from that of the agent", async () => {
    const options = { trigger: { fraction: 0.5 }, keep: { messages: 3 } };
    const small = { ...options, windowTokens: 100_000, summaryWindowTokens: 6_000 };
    expect((await run("theirs", small)).turn).toBeGreaterThan(0);
    expect((await run("ours", small)).turn).toBe(0);
  });
});
