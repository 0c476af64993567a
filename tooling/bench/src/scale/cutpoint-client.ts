import { assistantMessage, textOf, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession, type Session } from "@cutpoint/session";
import { createPostgresStore } from "@cutpoint/store-postgres";
import { type Client, type ClientOptions, numberedText, numberOf } from "./client.ts";

/** Messages of one append while a history is filled. */
const BATCH = 100;

/** A session that is compacted by rules whenever its window is nearly full. */
export async function createCutpointClient({
  connectionString,
  maxConnections,
  windowTokens,
}: ClientOptions): Promise<Client> {
  const store = createPostgresStore({ connectionString, maxConnections });
  const summarizer = createExtractiveSummarizer();
  const openLog = (sessionId: string): Promise<Session> =>
    openSession({ store, sessionId, summarizer });

  return {
    async open(sessionId) {
      const session = await openLog(sessionId);
      let length = 0;
      for await (const entry of store.read(sessionId, { order: "newest-first" })) {
        if (entry.type !== "message") continue;
        length = numberOf(textOf(entry.message)) + 1;
        break;
      }
      return {
        length,
        async turn(number, stored) {
          await session.append([userMessage(numberedText(number))]);
          stored(number);
          const start = performance.now();
          await session.fit({ windowTokens });
          const fit = performance.now() - start;
          await session.append([assistantMessage(numberedText(number + 1))]);
          stored(number + 1);
          return fit;
        },
        close: async () => session[Symbol.asyncDispose](),
      };
    },

    async fill(sessionId, count) {
      await using session = await openLog(sessionId);
      for (let first = 0; first < count; first += BATCH) {
        const numbers = Array.from({ length: BATCH }, (_, index) => first + index);
        await session.append(
          numbers.map((number) =>
            (number % 2 === 0 ? userMessage : assistantMessage)(numberedText(number)),
          ),
        );
        await session.fit({ windowTokens });
      }
    },

    async numbers(sessionId) {
      const numbers: number[] = [];
      for await (const entry of store.read(sessionId))
        if (entry.type === "message") numbers.push(numberOf(textOf(entry.message)));
      return numbers;
    },

    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
