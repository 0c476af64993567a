import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { Pool } from "pg";
import { type Client, type ClientOptions, numberedText } from "./client.ts";

/** A graph with one node, which answers. Nothing is trimmed or summarized. */
export async function createLangGraphClient({
  connectionString,
  maxConnections,
}: ClientOptions): Promise<Client> {
  const pool = new Pool({ connectionString, max: maxConnections });
  pool.on("error", () => {});
  const saver = new PostgresSaver(pool);
  await saver.setup();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("answer", ({ messages }) => ({
      messages: [new AIMessage(numberedText(messages.length))],
    }))
    .addEdge(START, "answer")
    .addEdge("answer", END)
    .compile({ checkpointer: saver });
  const configOf = (sessionId: string): { configurable: { thread_id: string } } => ({
    configurable: { thread_id: sessionId },
  });
  const read = async (sessionId: string): Promise<readonly BaseMessage[]> => {
    const state: { readonly values: unknown } = await graph.getState(configOf(sessionId));
    return (state.values as { readonly messages?: readonly BaseMessage[] }).messages ?? [];
  };

  return {
    async open(sessionId) {
      const { length } = await read(sessionId);
      return {
        length,
        async turn(number, stored) {
          const message = new HumanMessage(numberedText(number));
          await graph.invoke(
            { messages: [message] },
            { ...configOf(sessionId), durability: "sync" },
          );
          stored(number);
          stored(number + 1);
          return null;
        },
        async close() {},
      };
    },

    async fill(sessionId, count) {
      const messages = Array.from({ length: count }, (_, number) =>
        number % 2 === 0
          ? new HumanMessage(numberedText(number))
          : new AIMessage(numberedText(number)),
      );
      await graph.updateState(configOf(sessionId), { messages }, "answer");
    },

    numbers: null,

    [Symbol.asyncDispose]: () => saver.end(),
  };
}
