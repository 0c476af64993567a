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
  readonly tokenCounter?: (messages: readonly { readonly text: string }[]) => number;
  readonly windowTokens?: number;
  /** Whether the model refuses to summarize. */
  readonly fails?: boolean;
};

/** The size of the thread after each of 14 turns, and the prompts of summaries. */
async function run(name: "theirs" | "ours", given: Both) {
  const { fails = false, tokenCounter, windowTokens = 100_000, ...options } = given;
  const prompts: string[] = [];
  await using simulated = await provider(windowTokens, ({ messages, model }) => {
    if (model !== "summarizer") return LONG;
    prompts.push(JSON.stringify(messages));
    return fails ? { type: "failure", failure: "server-error", retryAfterSeconds: 0 } : SUMMARY;
  });
  const url = simulated.url;
  const model = chatModel("openai-chat", url, { name: "summarizer", windowTokens });
  const middleware =
    name === "theirs"
      ? summarizationMiddleware({ model, ...options, tokenCounter } as never)
      : createCompactionMiddleware({
          model,
          ...options,
          persist: "replace",
          policy: { minimumProgress: 0 },
          ...(tokenCounter === undefined
            ? {}
            : { estimator: createCounterEstimator(tokenCounter) }),
        });
  const agent = createAgent({
    model: chatModel("openai-chat", url, { windowTokens }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [middleware as object as AnyAgentMiddleware],
  });
  const lengths: number[] = [];
  let texts: readonly string[] = [];
  for (let turn = 1; turn <= 14; turn += 1) {
    const { messages } = await agent.invoke(
      { messages: [new HumanMessage(filler(turn, 200))] },
      { configurable: { thread_id: "one" } },
    );
    lengths.push(messages.length);
    texts = messages.map(({ text }) => text);
  }
  expect(broken(simulated)).toEqual([]);
  return {
    lengths,
    prompts,
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
});
