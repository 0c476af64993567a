import type { CompactionEvent, Policy } from "@cutpoint/core";
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, summarizationMiddleware } from "langchain";
import { describe, expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { createLangChainSummarizer } from "../../src/summarizer.ts";
import { summaryFor } from "./rig.ts";
import { ScriptedModel } from "./scripted-model.ts";

const fact = (index: number): BaseMessage[] => [
  new HumanMessage({
    id: `h${index}`,
    content: `fact-${index}: ${"some words of it ".repeat(48)}`,
  }),
  new AIMessage({ id: `a${index}`, content: "Noted." }),
];

const facts = (count: number): BaseMessage[] =>
  Array.from({ length: count }, (_, index) => fact(index + 1)).flat();

type Run = {
  readonly messages: readonly BaseMessage[];
  /** The requests of the agent's model. */
  readonly agent: ScriptedModel;
  /** The requests of the summarizing model. */
  readonly summarizer: ScriptedModel;
  readonly events: readonly CompactionEvent[];
};

type Case = {
  readonly turns: readonly BaseMessage[][];
  readonly summary?: (messages: readonly BaseMessage[]) => string;
  /** Whether our summary is made by rules. */
  readonly byRules?: boolean;
  /** Options of LangChain's summarization: its trigger and the part to keep, in tokens of its counter. */
  readonly trigger?: number;
  readonly keep?: number;
  /** The same in messages. */
  readonly keepMessages?: number;
  readonly windowTokens?: number;
  readonly policy?: Policy;
};

async function theirs({
  turns,
  summary,
  trigger = 3000,
  keep = 500,
  keepMessages,
}: Case): Promise<Run> {
  const agent = new ScriptedModel();
  const summarizer = new ScriptedModel({ answer: summary ?? summaryFor });
  const middleware = summarizationMiddleware({
    model: summarizer,
    trigger: { tokens: trigger },
    keep: keepMessages === undefined ? { tokens: keep } : { messages: keepMessages },
  } as never);
  return run(agent, summarizer, middleware as never, turns, []);
}

async function ours({ turns, summary, windowTokens = 4000, policy, byRules }: Case): Promise<Run> {
  const agent = new ScriptedModel({ windowTokens });
  const summarizer = new ScriptedModel({ answer: summary ?? summaryFor });
  const events: CompactionEvent[] = [];
  const middleware = createCompactionMiddleware({
    ...(byRules === true
      ? {}
      : { summarizer: createLangChainSummarizer(summarizer, { aligned: false, retries: 0 }) }),
    onEvent: (event) => events.push(event),
    ...(policy === undefined ? {} : { policy }),
  });
  return run(agent, summarizer, middleware, turns, events);
}

async function run(
  agent: ScriptedModel,
  summarizer: ScriptedModel,
  middleware: ReturnType<typeof createCompactionMiddleware>,
  turns: readonly BaseMessage[][],
  events: readonly CompactionEvent[],
): Promise<Run> {
  const graph = createAgent({
    model: agent,
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [middleware],
  });
  let messages: BaseMessage[] = [];
  for (const turn of turns)
    ({ messages } = await graph.invoke({ messages: turn }, { configurable: { thread_id: "t" } }));
  return { messages, agent, summarizer, events };
}

const textsOf = (messages: readonly BaseMessage[]): string =>
  messages.map(({ text }) => text).join("\n");

describe("defects of LangChain's summarization that Cutpoint does not have", () => {
  test("1: a failed summary replaces the history", async () => {
    const failing: Case = {
      turns: [facts(20)],
      summary: () => {
        throw new Error("429");
      },
    };
    const their = await theirs(failing);
    expect(textsOf(their.messages)).toContain("Error generating summary");
    expect(textsOf(their.messages)).not.toContain("fact-1:");
    const our = await ours(failing);
    expect(our.messages).toHaveLength(41);
    expect(our.agent.words(0)).toContain("fact-1:");
    expect(our.events.some(({ type }) => type === "summary-failed")).toBe(true);
    expect(our.events.some(({ type }) => type === "applied")).toBe(true);
  });

  test("2: the summarizer sees only the last 4,000 tokens", async () => {
    const long: Case = { turns: [facts(40)], windowTokens: 8000, policy: { keepUserTokens: 0 } };
    expect((await theirs(long)).summarizer.words(0)).not.toContain("fact-2:");
    const our = await ours(long);
    const shown = our.summarizer.sent.map((_, index) => our.summarizer.words(index)).join("\n");
    for (let index = 1; index <= 40; index += 1)
      expect(shown + our.agent.words(0)).toContain(`fact-${index}:`);
  });

  test("3: nothing is summarized if the first message is huge", async () => {
    const huge: Case = {
      turns: [
        [
          new AIMessage({ content: "", tool_calls: [{ id: "c", name: "read", args: {} }] }),
          new ToolMessage({
            content: `beginning ${"x y z ".repeat(8000)}`,
            tool_call_id: "c",
            name: "read",
          }),
          ...facts(1),
        ],
      ],
    };
    const their = await theirs(huge);
    expect(textsOf(their.messages)).toContain("too long to summarize");
    expect(their.summarizer.sent).toHaveLength(0);
    const our = await ours(huge);
    expect(our.summarizer.words(0)).toContain("beginning");
    expect(our.agent.words(0)).toContain("SUMMARYWORD");
  });

  test("4: a text with $& changes the prompt", async () => {
    const dollars: Case = { turns: [[new HumanMessage("PRICE $& AND $' END"), ...facts(16)]] };
    const their = await theirs({ ...dollars, trigger: 2500, keep: 300 });
    const our = await ours({ ...dollars, policy: { keepUserTokens: 0 } });
    expect(their.summarizer.words(0)).not.toContain("PRICE $& AND $' END");
    expect(our.summarizer.words(0)).toContain("PRICE $& AND $' END");
  });

  test("5: a system message in the thread is summarized away", async () => {
    const system: Case = {
      turns: [
        [...facts(2), new SystemMessage("NEVER SAY BLUE"), ...facts(18)].map((message, index) => {
          message.id = `m${index}`;
          return message;
        }),
      ],
    };
    expect((await theirs(system)).agent.words(0)).not.toContain("NEVER SAY BLUE");
    const our = await ours(system);
    expect(our.agent.words(0)).toContain("NEVER SAY BLUE");
    expect(our.agent.sent[0]?.[0]?.getType()).toBe("system");
  });

  test("6: a huge tool result removes the question of its turn", async () => {
    const giant: Case = {
      turns: [
        [
          ...facts(4),
          new HumanMessage("THE ACTIVE QUESTION"),
          new AIMessage({ content: "", tool_calls: [{ id: "c", name: "read", args: {} }] }),
          new ToolMessage({
            content: "line of it\n".repeat(7300),
            tool_call_id: "c",
            name: "read",
          }),
        ],
      ],
      summary: () => "a summary",
    };
    const their = (await theirs(giant)).agent;
    expect(their.words(0)).not.toContain("THE ACTIVE QUESTION");
    expect(their.words(0).length).toBeGreaterThan(80_000);
    const our = await ours({ ...giant, byRules: true });
    expect(our.agent.words(0)).toContain("THE ACTIVE QUESTION");
    expect(our.agent.words(0).length).toBeLessThan(16_000);
  });

  test("7: every call makes a summary if as much is kept as triggers one", async () => {
    const circle: Case = {
      turns: [
        facts(20),
        ...Array.from({ length: 5 }, (_, turn) => [new HumanMessage(`More ${turn}?`)]),
      ],
      trigger: 1000,
      keepMessages: 16,
    };
    expect((await theirs(circle)).summarizer.sent.length).toBeGreaterThanOrEqual(5);
    const our = await ours({ ...circle, policy: { keep: { type: "tokens", tokens: 2300 } } });
    expect(our.summarizer.sent.length).toBeLessThanOrEqual(2);
  });

  test("8: an image counts as 0 tokens", async () => {
    const url = `data:image/png;base64,${"A".repeat(100_000)}`;
    const images: Case = {
      turns: [
        Array.from({ length: 12 }, (_, index) => [
          new HumanMessage({
            content: [{ type: "image_url", image_url: { url } }],
            id: `i${index}`,
          }),
          new AIMessage("Seen."),
        ]).flat(),
      ],
      windowTokens: 10_000,
      trigger: 8000,
    };
    expect((await theirs(images)).summarizer.sent).toHaveLength(0);
    const our = await ours(images);
    expect(our.events.some(({ type }) => type === "applied")).toBe(true);
    expect(our.agent.words(0).length).toBeLessThan(1_000_000);
  });

  test("9: a model without a profile gets a window of 4,097 tokens", async () => {
    const agent = new ScriptedModel();
    const summarizer = new ScriptedModel({ answer: summaryFor });
    const middleware = summarizationMiddleware({
      model: summarizer,
      trigger: { fraction: 0.8 },
      keep: { messages: 4 },
    } as never);
    await run(agent, summarizer, middleware as never, [facts(20)], []);
    expect(summarizer.sent).toHaveLength(1);

    const unknown = new ScriptedModel();
    const events: CompactionEvent[] = [];
    const own = createCompactionMiddleware({ onEvent: (event) => events.push(event) });
    const { messages } = await run(unknown, summarizer, own, [facts(20)], events);
    expect(messages).toHaveLength(41);
    expect(unknown.sent[0]).toHaveLength(40);
    expect(events.map(({ type }) => type)).toEqual(["unknown-window", "turn-ended"]);
  });

  test("10: a summary is summarized as user text", async () => {
    const twice: Case = {
      turns: [
        facts(20),
        ...Array.from({ length: 20 }, (_, index) => [fact(index + 21)[0] as BaseMessage]),
      ],
    };
    const their = await theirs(twice);
    expect(their.summarizer.words(1)).toMatch(/Human: Here is a summary/);
    const our = await ours(twice);
    expect(our.summarizer.sent.length).toBeGreaterThan(1);
    const [system, prompt] = our.summarizer.sent.at(1) ?? [];
    expect(system?.getType()).toBe("system");
    const [conversation, rest] = (prompt?.text ?? "").split("</conversation>");
    expect(conversation).toContain("[User]: fact-");
    expect(conversation).not.toContain("SUMMARYWORD");
    expect(rest).toMatch(/<(previous-summary|earlier-summaries)>[^]*SUMMARYWORD[^]*<\/\1>/u);
  });
});
