import {
  createCompactingRunner,
  createCompactingSession,
  createRecallTool,
  type StoredSession,
} from "@cutpoint/adapter-openai-agents";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { Agent, type RunContext, tool } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import OpenAI from "openai";
import * as z from "zod";

type Context = { readonly session: StoredSession };

const look = tool({
  name: "look",
  description: "Looks for a part.",
  parameters: z.object({ part: z.string() }),
  execute: ({ part }) =>
    `The ${part} is in drawer ${part === "lamp" ? 4711 : 4712}. ${"On a shelf. ".repeat(40)}`,
});
// The agents are shared by all conversations, so the tool takes the session of its run.
const recall = createRecallTool((run) =>
  (run as RunContext<Context>).context.session.getAllItems(),
);
const stock = new Agent<Context>({ name: "stock", model: "any", tools: [look, recall] });
const accounts = new Agent<Context>({ name: "accounts", model: "any" });
const desk = new Agent<Context>({
  name: "desk",
  model: "any",
  handoffs: [stock, accounts],
  inputGuardrails: [
    {
      name: "no passwords",
      execute: async ({ input }) => ({
        tripwireTriggered: JSON.stringify(input).includes("password"),
        outputInfo: null,
      }),
    },
  ],
});

/** An app with three agents that keeps its sessions in a file. */
export function openApp(providerUrl: string, windowTokens: number) {
  const policy = { windowTokens };
  const store = createSqliteStore({ file: "data/agents.sqlite" });
  const openAIClient = new OpenAI({ apiKey: "none", baseURL: `${providerUrl}/v1` });
  const runner = createCompactingRunner({
    provider: new OpenAIProvider({ openAIClient, useResponses: false }),
    policy,
    config: { tracingDisabled: true },
  });
  const open = (sessionId: string) => createCompactingSession({ store, sessionId, policy });
  return {
    async ask(sessionId: string, question: string): Promise<string> {
      await using session = open(sessionId);
      const { finalOutput } = await runner.run(desk, question, { session, context: { session } });
      return finalOutput ?? "";
    },
    async items(sessionId: string): ReturnType<StoredSession["getAllItems"]> {
      await using session = open(sessionId);
      return await session.getAllItems();
    },
    async remove(sessionId: string): Promise<void> {
      await using session = open(sessionId);
      await session.clearSession();
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
