import type { Policy } from "@cutpoint/core";
import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelProvider,
  Runner,
  type Tool,
  tool,
} from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import OpenAI from "openai";

/** A real provider of models at a provider on this machine. */
export function openAI(url: string, api: "responses" | "chat"): OpenAIProvider {
  const openAIClient = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
  return new OpenAIProvider({ openAIClient, useResponses: api === "responses" });
}

export function runnerOf(modelProvider: ModelProvider): Runner {
  return new Runner({ model: "model-under-test", modelProvider, tracingDisabled: true });
}

/** A runner that uses only the agent's own model. */
export function plainRunner(): Runner {
  return new Runner({ tracingDisabled: true });
}

export function agentWith(model: Model | undefined, tools: readonly Tool[] = []): Agent {
  return new Agent({
    name: "agent",
    tools: [...tools],
    ...(model === undefined ? {} : { model }),
  });
}

/** A tool that answers at length. */
export function lookUp(text: string = "found it here. ".repeat(40)): Tool {
  return tool({
    name: "look_up",
    description: "Looks something up.",
    strict: false,
    parameters: {
      type: "object",
      properties: { key: { type: "string" } },
      required: [],
      additionalProperties: true,
    },
    execute: async () => text,
  });
}

/** Due as soon as more than six items are shown; then only the newest words stay. */
export const EAGER: Policy = {
  windowTokens: 100_000,
  trigger: { type: "items", items: 6 },
  keep: { type: "tokens", tokens: 40 },
  minimumProgress: 0,
};

export const filler = (turn: number, words = 60): string =>
  `Question ${turn}: ${`what about part ${turn} of it? `.repeat(Math.ceil(words / 7))}`;

/** Questions and answers. */
export function talk(turns: number): AgentInputItem[] {
  return Array.from({ length: turns }, (_, turn): AgentInputItem[] => [
    { type: "message", role: "user", content: filler(turn + 1) },
    {
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: `Answer ${turn + 1}. ${"And so on. ".repeat(20)}` }],
    },
  ]).flat();
}
