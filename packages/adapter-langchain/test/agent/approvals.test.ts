import { AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Command, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { type AgentMiddleware, createAgent, humanInTheLoopMiddleware } from "langchain";
import { expect, test } from "vitest";
import {
  type CompactionMiddlewareOptions,
  createCompactionMiddleware,
} from "../../src/agent/compaction-middleware.ts";
import { readThreadMessages } from "../../src/middleware.ts";
import { broken, chatModel, filler, lookUp, provider } from "./rig.ts";

const WINDOW = 2000;
const TURNS = 12;
const KEYS = ["a", "b", "c"];
const THREAD = { configurable: { thread_id: "one" } };

type Streamed = {
  readonly text: string;
  readonly messages: readonly BaseMessage[];
  readonly interrupts: readonly { readonly value: { readonly actionRequests: unknown[] } }[];
};

const WAYS: readonly NonNullable<CompactionMiddlewareOptions["persist"]>[] = [
  "view",
  "store",
  "replace",
];

for (const persist of WAYS)
  test(
    `a stream pauses for the approval of three calls in each turn, and continues (${persist})`,
    { tags: persist === "store" ? [] : ["long"] },
    async () => {
      await using simulated = await provider(WINDOW, ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? "All are there."
          : {
              type: "answer",
              calls: KEYS.map((key) => ({ name: "look_up", arguments: JSON.stringify({ key }) })),
            },
      );
      const options = { interruptOn: { look_up: true } } as never;
      const approval = humanInTheLoopMiddleware(options) as AgentMiddleware;
      const store = new InMemoryStore();
      let compactions = 0;
      const agent = createAgent({
        model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW, streaming: true }),
        tools: [lookUp],
        checkpointer: new MemorySaver(),
        store,
        middleware: [
          approval,
          createCompactionMiddleware({
            persist,
            onEvent: ({ type }) => void (compactions += type === "applied" ? 1 : 0),
          }),
        ],
      });
      const stream = async (input: unknown): Promise<Streamed> => {
        let text = "";
        let last: { messages?: BaseMessage[]; __interrupt__?: Streamed["interrupts"] } = {};
        const chunks = await agent.stream(input as never, {
          ...THREAD,
          streamMode: ["messages", "values"],
        });
        for await (const [mode, chunk] of chunks as AsyncIterable<[string, unknown]>)
          if (mode === "values") last = chunk as typeof last;
          else {
            const [message] = chunk as [BaseMessage];
            if (AIMessageChunk.isInstance(message)) text += message.text;
          }
        return { text, messages: last.messages ?? [], interrupts: last.__interrupt__ ?? [] };
      };

      let all: readonly BaseMessage[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        const paused = await stream({ messages: [new HumanMessage(filler(turn))] });
        expect(paused.text).toBe("");
        expect(paused.interrupts[0]?.value.actionRequests).toHaveLength(3);
        const decisions = KEYS.map(() => ({ type: "approve" }));
        const done = await stream(new Command({ resume: { decisions } }));
        expect(done.interrupts).toEqual([]);
        all = (await readThreadMessages({ store, threadId: "one" }, done.messages)).messages;
      }
      expect(compactions).toBeGreaterThan(1);
      expect(broken(simulated)).toEqual([]);
      expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
      expect(all.length === 6 * TURNS).toBe(persist !== "replace");
    },
  );
