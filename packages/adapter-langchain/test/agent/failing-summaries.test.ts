import type { CompactionEvent } from "@cutpoint/core";
import { type Script, startProvider } from "@cutpoint/provider-sim";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { createChatModelSummarizer } from "../../src/chat-model-summarizer.ts";
import { broken, chatModel, SUMMARY } from "./rig.ts";

const WINDOW = 8_000;
const TURNS = 120;
/** Turns that happened before the agent got the middleware: they make the test faster. */
const EARLIER = 106;

const question = (turn: number, length: number): HumanMessage =>
  new HumanMessage(`Question ${turn}: ${"is this lamp in stock? ".repeat(length)}`);

/** The first turns of the thread. */
function earlier(): readonly BaseMessage[] {
  return Array.from({ length: EARLIER }, (_, index) => [
    question(index + 1, 12),
    new AIMessage("Yes."),
  ]).flat();
}

type Reply = Extract<Script, readonly unknown[]>[number];

/** The ways in which a model fails to write a summary. */
const failures: Readonly<Record<string, Reply>> = {
  "prose without headings": "They talked about lamps for a while, and all of them are in stock.",
  "all headings but one": SUMMARY.slice(SUMMARY.indexOf("\n## ") + 1),
  "no text": "",
  "the error 500": { type: "failure", failure: "server-error" },
  "a rate limit": { type: "failure", failure: "rate-limit" },
  "a tool call": { type: "answer", calls: [{ name: "look_up", arguments: "{}" }] },
  "more than the conversation": "This text was not requested. ".repeat(2_000),
};

test.each(Object.entries(failures))(
  "an agent whose summaries fail with %s talks for 120 turns",
  async (_name, reply) => {
    await using agentProvider = await startProvider({ windowTokens: WINDOW, script: () => "Yes." });
    await using summaryProvider = await startProvider({
      windowTokens: WINDOW,
      script: () => reply,
    });
    const events: CompactionEvent[] = [];
    const agent = createAgent({
      model: chatModel("openai-chat", agentProvider.url, { windowTokens: WINDOW }),
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [
        createCompactionMiddleware({
          policy: { keepTokens: 2_800, keepUserTokens: 800 }, // what is summarized fits one request
          summarizer: createChatModelSummarizer(chatModel("openai-chat", summaryProvider.url)),
          onEvent: (event) => events.push(event),
        }),
      ],
    });
    const thread = { configurable: { thread_id: "one" }, durability: "exit" } as const;
    for (let turn = EARLIER + 1; turn <= TURNS; turn += 1) {
      const before = turn === EARLIER + 1 ? earlier() : [];
      const { messages } = await agent.invoke(
        { messages: [...before, question(turn, 110)] },
        thread,
      );
      expect(messages).toHaveLength(2 * turn);
    }
    const applied = events.filter(({ type }) => type === "applied").length;
    expect(events.filter(({ type }) => type === "summary-failed").length).toBeGreaterThan(0);
    expect(applied).toBeGreaterThan(1);
    expect(events.some(({ type }) => type === "failed")).toBe(false);
    expect(broken(agentProvider)).toEqual([]);
    expect(agentProvider.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
    // One call and one correction at most: LangChain's models retry transient errors.
    expect(summaryProvider.requests().length).toBeLessThanOrEqual(2 * applied);
  },
  30_000,
);
