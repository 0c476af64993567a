import type { CompactionEvent, Policy } from "@cutpoint/core";
import { type Provider, type ReceivedRequest, startProvider } from "@cutpoint/provider-sim";
import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { filler, lookUp } from "./rig.ts";

const BINDING = "claude-opus-5-5";
/** Keeps much, so that compactions are frequent. */
const FREQUENT: Policy = {
  keep: { type: "tokens", tokens: 5_600 },
  keepUserTokens: 1_600,
  summaryTokens: 1_600,
};

type Body = {
  readonly messages: readonly {
    readonly content: string | readonly { readonly type: string; readonly thinking?: string }[];
  }[];
};

/** The thinking that a request sends back. */
function thoughtsIn({ body }: ReceivedRequest): readonly string[] {
  return (body as Body).messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap(({ thinking }) => thinking ?? []),
  );
}

type Run = {
  readonly requests: ReturnType<Provider["requests"]>;
  readonly events: readonly CompactionEvent[];
  /** For each request that was answered, the thinking made since the newest compaction. */
  readonly expected: ReadonlyMap<number, readonly string[]>;
};

/** Runs an agent that thinks before each tool call and each answer. */
async function runAgent({
  turns,
  persist = "view",
  policy = FREQUENT,
  streaming = false,
}: {
  readonly turns: number;
  readonly persist?: "view" | "replace";
  readonly policy?: Policy;
  readonly streaming?: boolean;
}): Promise<Run> {
  const events: CompactionEvent[] = [];
  const expected = new Map<number, readonly string[]>();
  let sinceCompaction: string[] = [];
  let thoughts = 0;
  await using provider = await startProvider({
    windowTokens: 16_000,
    script: ({ index, messages }) => {
      expected.set(index, sinceCompaction);
      thoughts += 1;
      const reasoning = `Thought ${thoughts}: ${"I weigh it. ".repeat(25)}`;
      sinceCompaction = [...sinceCompaction, reasoning];
      return messages.at(-1)?.role === "tool"
        ? { type: "answer", reasoning, text: `Answer ${thoughts}.` }
        : { type: "answer", reasoning, calls: [{ name: "look_up", arguments: '{"key":"it"}' }] };
    },
  });
  const model = new ChatAnthropic({
    model: BINDING,
    apiKey: "none",
    anthropicApiUrl: provider.url,
    maxRetries: 0,
    maxTokens: 2_000,
    thinking: { type: "adaptive" },
    streaming,
  });
  Object.defineProperty(model, "profile", { value: { maxInputTokens: 16_000 } });
  const agent = createAgent({
    model,
    tools: [lookUp],
    systemPrompt: "Look things up.",
    checkpointer: new MemorySaver(),
    middleware: [
      createCompactionMiddleware({
        persist,
        policy,
        onEvent: (event) => {
          events.push(event);
          if (event.type === "applied") sinceCompaction = [];
        },
      }),
    ],
  });
  for (let turn = 1; turn <= turns; turn += 1)
    await agent.invoke(
      { messages: [new HumanMessage(filler(turn, 200))] },
      { configurable: { thread_id: "one" } },
    );
  return { requests: provider.requests(), events, expected };
}

const refusedIn = ({ requests }: Run): readonly number[] =>
  requests.flatMap(({ index, outcome }) => (outcome.type === "refused" ? [index] : []));
const countOf = ({ events }: Run, type: CompactionEvent["type"]): number =>
  events.filter((event) => event.type === type).length;

describe("an agent on a model that binds its thinking", () => {
  for (const { tags, compactions, ...host } of [
    { turns: 25, persist: "view", streaming: false, compactions: 2, tags: ["long"] },
    { turns: 25, persist: "view", streaming: true, compactions: 2, tags: ["long"] },
    { turns: 25, persist: "replace", streaming: false, compactions: 2, tags: ["long"] },
    { turns: 60, persist: "view", streaming: false, compactions: 5, tags: ["long"] },
  ] as const)
    test(
      `is not refused, and sends all thinking since the newest compaction: ${JSON.stringify(host)}`,
      { tags: [...tags] },
      async () => {
        const run = await runAgent(host);
        expect(refusedIn(run)).toEqual([]);
        expect(run.requests).toHaveLength(2 * host.turns);
        expect(countOf(run, "applied")).toBeGreaterThanOrEqual(compactions);
        let sent = 0;
        for (const request of run.requests) {
          const thoughts = thoughtsIn(request);
          expect(thoughts).toEqual(run.expected.get(request.index));
          sent += thoughts.length;
        }
        expect(sent).toBeGreaterThan(8 * host.turns);
        expect(run.requests.some(({ withheldReasoning }) => withheldReasoning.length > 0)).toBe(
          false,
        );
      },
    );

  test(
    "is refused once behind the first compaction if the model is said not to bind",
    { tags: ["long"] },
    async () => {
      const turns = 40;
      const run = await runAgent({
        turns,
        policy: { models: { [BINDING]: { bindsThinking: false } } },
      });
      const [first = -1, ...more] = refusedIn(run);
      expect(more).toEqual([]);
      expect(run.requests[first]?.outcome).toMatchObject({ rule: "anthropic/bound-thinking" });
      expect(run.requests).toHaveLength(2 * turns + 1);
      expect(countOf(run, "thinking-dropped")).toBe(1);
      expect(countOf(run, "applied")).toBeGreaterThanOrEqual(2);
      const types = run.events.map(({ type }) => type);
      expect(
        types.filter((type) => type === "applied" || type === "thinking-dropped").slice(0, 2),
      ).toEqual(["applied", "thinking-dropped"]);
      expect(thoughtsIn(run.requests[first + 1]!)).toEqual([]);
    },
  );
});
