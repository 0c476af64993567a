import type { CompactionEvent, CompactionState } from "@cutpoint/core";
import { startServer } from "@cutpoint/postgres-server";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { type AgentMiddleware, createAgent, humanInTheLoopMiddleware } from "langchain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { memoryPlace, postgresPlace, type SaverPlace, sqlitePlace } from "../conformance/savers.ts";
import { broken, chatModel, filler, lookUp, provider, wordsOf } from "./rig.ts";

const WINDOW = 2000;

let server: Awaited<ReturnType<typeof startServer>> = "it was not asked for";

type Agent = {
  invoke(input: unknown, config: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
  readonly graph: { getState(config: object): Promise<{ readonly values: Values }> };
};

type Values = {
  readonly messages: readonly BaseMessage[];
  readonly _cutpoint?: CompactionState | null;
};

const savers: readonly (readonly [string, () => Promise<SaverPlace | string>])[] = [
  ["memory", memoryPlace],
  ["SQLite", sqlitePlace],
  [
    "PostgreSQL",
    async () => (typeof server === "string" ? server : postgresPlace(server.connectionString)),
  ],
];

for (const [name, openPlace] of savers)
  describe(`threads in ${name}`, { tags: name === "PostgreSQL" ? ["long"] : [] }, () => {
    if (name === "PostgreSQL") {
      beforeAll(async () => {
        server = await startServer();
      });
      afterAll(async () => {
        if (typeof server !== "string") await server[Symbol.asyncDispose]();
      });
    }

    test("continue with the state of the previous process", async ({ skip }) => {
      const place = await openPlace();
      if (typeof place === "string") return skip(`no PostgreSQL: ${place}`);
      await using _ = place;
      await using simulated = await provider(WINDOW);
      const events: CompactionEvent[] = [];
      const open = (): Agent =>
        createAgent({
          model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
          tools: [],
          checkpointer: place.saver(),
          middleware: [createCompactionMiddleware({ onEvent: (event) => events.push(event) })],
        }) as object as Agent;
      const config = { configurable: { thread_id: `thread-${name}` } };
      const valuesOf = async (agent: Agent): Promise<Values> =>
        (await agent.graph.getState(config)).values;

      const first = open();
      for (let turn = 1; turn <= 16; turn += 1)
        await first.invoke({ messages: [new HumanMessage(filler(turn, 120))] }, config);
      const before = await valuesOf(first);
      expect(before._cutpoint?.compactedThrough).toEqual(expect.any(String));
      const done = events.filter(({ type }) => type === "applied").length;
      expect(done).toBeGreaterThan(0);

      if (name !== "memory") await place.restart();
      const second = open();
      expect((await valuesOf(second))._cutpoint).toEqual(before._cutpoint);
      await second.invoke({ messages: [new HumanMessage("And now?")] }, config);
      expect(events.filter(({ type }) => type === "applied")).toHaveLength(done);
      expect((await valuesOf(second)).messages).toHaveLength(34);
      const sent = simulated.requests().map(wordsOf);
      expect(sent.at(-1)).toContain("And now?");
      expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
      expect(broken(simulated)).toEqual([]);
    });

    test("resume in another process after an interrupt", async ({ skip }) => {
      const place = await openPlace();
      if (typeof place === "string") return skip(`no PostgreSQL: ${place}`);
      await using _ = place;
      await using simulated = await provider(WINDOW, ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? "Done."
          : { type: "answer", calls: [{ name: "look_up", arguments: '{"key":"a"}' }] },
      );
      const events: CompactionEvent[] = [];
      const open = (): Agent =>
        createAgent({
          model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
          tools: [lookUp],
          checkpointer: place.saver(),
          middleware: [
            humanInTheLoopMiddleware({
              interruptOn: { look_up: true },
            } as never) as AgentMiddleware,
            createCompactionMiddleware({ onEvent: (event) => events.push(event) }),
          ],
        }) as object as Agent;
      const config = { configurable: { thread_id: `interrupted-${name}` } };
      const messages = Array.from({ length: 60 }, (_, turn) => new HumanMessage(filler(turn)));
      expect(await open().invoke({ messages }, config)).toHaveProperty("__interrupt__");
      const done = events.filter(({ type }) => type === "applied").length;
      expect(done).toBe(1);
      if (name !== "memory") await place.restart();
      const resume = new Command({ resume: { decisions: [{ type: "approve" }] } });
      const result = await open().invoke(resume, config);
      expect(result.messages.at(-1)?.text).toBe("Done.");
      expect(events.filter(({ type }) => type === "applied")).toHaveLength(done);
      expect(broken(simulated)).toEqual([]);
    });
  });
