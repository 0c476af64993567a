import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { createLangChainSummarizer } from "@cutpoint/adapter-langchain";
import {
  createAgentsSummarizer,
  createCompactingRunner,
  createCompactingSession,
} from "@cutpoint/adapter-openai-agents";
import type { Policy, Summarizer } from "@cutpoint/core";
import { createMemoryStore } from "@cutpoint/store-memory";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { Agent } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import { createAgent } from "langchain";
import OpenAI from "openai";

/** How long a summary may take, in ms. */
const timeoutMs = 500;

type Options = {
  readonly policy: Policy;
  readonly summarizer: Summarizer;
  readonly onEvent: (event: { readonly type: string }) => void;
};

/** A conversation with an agent of a framework. */
type Conversation = {
  /** Returns the answer to a question. */
  readonly ask: (question: string) => Promise<string>;
  /** Returns the number of stored messages. */
  readonly countStored: () => Promise<number>;
};

/** A framework with its adapter, and a provider at this URL. */
export type FrameworkHost = {
  readonly name: string;
  readonly summarizer: (url: string) => Promise<Summarizer>;
  readonly open: (url: string, options: Options) => Conversation;
};

const langchain: FrameworkHost = {
  name: "LangChain",
  summarizer: async (url) => createLangChainSummarizer(chatModel(url), { timeoutMs }),
  open(url, options) {
    const agent = createAgent({
      model: chatModel(url),
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [createCompactionMiddleware(options)],
    });
    const thread = { configurable: { thread_id: "one" }, durability: "exit" } as const;
    let stored = 0;
    return {
      async ask(question) {
        const { messages } = await agent.invoke({ messages: question }, thread);
        stored = messages.length;
        return messages.at(-1)?.text ?? "";
      },
      countStored: async () => stored,
    };
  },
};

function chatModel(url: string): ChatOpenAI {
  const configuration = { baseURL: `${url}/v1` };
  return new ChatOpenAI({ model: "any", apiKey: "none", maxRetries: 0, configuration });
}

const agents: FrameworkHost = {
  name: "OpenAI Agents",
  summarizer: async (url) =>
    createAgentsSummarizer(await agentsProvider(url).getModel("any"), {
      timeoutMs,
      retries: 0,
    }),
  open(url, options) {
    const session = createCompactingSession({
      store: createMemoryStore(),
      sessionId: "one",
      ...options,
    });
    const config = { model: "any", tracingDisabled: true };
    const runner = createCompactingRunner({
      provider: agentsProvider(url),
      session,
      config,
      ...options,
    });
    const agent = new Agent({ name: "agent" });
    return {
      ask: async (question) => (await runner.run(agent, question)).finalOutput ?? "",
      countStored: async () => (await session.getAllItems()).length,
    };
  },
};

function agentsProvider(url: string): OpenAIProvider {
  const client = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
  // The provider's types come from another copy of the client.
  return new OpenAIProvider({ openAIClient: client as never, useResponses: true });
}

export const frameworkHosts: readonly FrameworkHost[] = [langchain, agents];
