import { withCompaction } from "@cutpoint/adapter-openai-agents";
import { type AgentInputItem, type Model, Usage } from "@openai/agents-core";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { around, passThrough } from "../speed/langchain-middleware.ts";
import { type Host, options } from "./host.ts";
import type { Said } from "./instant-answers.ts";

const answer: AgentInputItem = {
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "OK." }],
};

const agentsModel: Model = {
  getResponse: async () => ({ usage: new Usage(), output: [answer] }),
  async *getStreamedResponse() {},
};

/** Calls the model as a runner does, with the same item objects in each call. */
export const openaiAgentsHost: Host = {
  name: "OpenAI Agents SDK, Cutpoint",
  connect(watch) {
    const itemOf = once(({ content, role }: Said): AgentInputItem =>
      role === "user"
        ? { type: "message", role, content }
        : { role, status: "completed", content: [{ type: "output_text", text: content }] },
    );
    const compacted = withCompaction(agentsModel, options);
    const call = watch.outer(async (input: AgentInputItem[]) =>
      compacted.getResponse({
        input,
        modelSettings: {},
        tools: [],
        toolsFromServer: [],
        outputType: "text",
        handoffs: [],
        tracing: false,
      } as never),
    );
    return async (messages) => call(messages.map(itemOf));
  },
};

/** Calls the middleware as an agent does, with the same message objects in each call. */
export function langchainHost(who: string): Host {
  return {
    name: `LangChain, ${who}`,
    connect(watch) {
      const run = who === "nothing" ? passThrough() : around(createCompactionMiddleware(options));
      const messageOf = once(({ content, role }: Said): BaseMessage =>
        role === "user" ? new HumanMessage(content) : new AIMessage(content),
      );
      const call = watch.outer(async (messages: BaseMessage[]) => run(messages, null));
      return async (messages) => call(messages.map(messageOf));
    },
  };
}

/** Converts each message once. */
function once<Converted>(convert: (said: Said) => Converted): (said: Said) => Converted {
  const known = new WeakMap<Said, Converted>();
  return (said) => {
    const converted = known.get(said) ?? convert(said);
    known.set(said, converted);
    return converted;
  };
}
