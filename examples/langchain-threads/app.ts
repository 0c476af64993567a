import { createCompactionMiddleware, deleteThread } from "@cutpoint/adapter-langchain/middleware";
import type { BaseMessage } from "@langchain/core/messages";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import * as z from "zod";

/** An app with an agent that keeps its threads in a file. */
export function openApp(providerUrl: string, windowTokens: number) {
  const findPart = tool(
    ({ part }) => `The ${part} is in drawer 4711. ${"On a shelf. ".repeat(60)}`,
    {
      name: "find_part",
      description: "Returns where a part is.",
      schema: z.object({ part: z.string() }),
    },
  );
  const checkpointer = SqliteSaver.fromConnString("data/threads.sqlite");
  const agent = createAgent({
    model: new ChatOpenAI({
      model: "any",
      apiKey: "none",
      configuration: { baseURL: `${providerUrl}/v1` },
    }),
    tools: [findPart],
    checkpointer,
    middleware: [createCompactionMiddleware({ policy: { windowTokens }, recall: true })],
  });
  const configOf = (thread: string) =>
    ({ configurable: { thread_id: thread }, durability: "exit" }) as const;
  return {
    /** Streams an answer, and shows a banner for each compaction. */
    async ask(thread: string, content: string): Promise<string> {
      const stream = await agent.stream(
        { messages: [{ role: "user", content }] },
        { ...configOf(thread), streamMode: ["values", "custom"] },
      );
      let messages: readonly BaseMessage[] = [];
      for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>)
        if (mode === "values") ({ messages } = chunk as { messages: BaseMessage[] });
        else if ((chunk as { status?: string }).status === "applied")
          console.log(`${thread}: earlier messages are summarized now`);
      return messages.at(-1)?.text ?? "";
    },
    async messages(thread: string): Promise<readonly BaseMessage[]> {
      const state = (await agent.graph.getState(configOf(thread))) as {
        readonly values: { readonly messages: BaseMessage[] };
      };
      return state.values.messages;
    },
    /** Deletes a thread, and what SQLite keeps of it in its files. */
    async remove(thread: string): Promise<void> {
      await deleteThread({ checkpointer, threadId: thread });
      const { db } = checkpointer as unknown as { db: { exec(sql: string): void } };
      db.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
    },
  };
}
