import {
  createUIMessageStream,
  readUIMessageStream,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from "ai";
import { createOpenAI } from "@ai-sdk/openai";
import { expect, test } from "vitest";
import {
  talk,
  useSmallWindow,
  windowTokens,
} from "../../../conformance/test/support/adapter/small-window.ts";
import { type CompactionDataPart, writeCompactionData } from "../../src/ui/compaction-data.ts";
import { withCompaction } from "../../src/with-compaction.ts";

const { url } = useSmallWindow();

/** Answers a conversation, and returns the parts that were written and those of the page's message. */
async function show(messages: ReturnType<typeof talk>, ownWindow: number) {
  const inner = createOpenAI({ apiKey: "none", baseURL: `${url()}/v1` }).chat("any");
  const parts: CompactionDataPart[] = [];
  const stream = createUIMessageStream<
    UIMessage<never, { compaction: CompactionDataPart["data"] }>
  >({
    execute: ({ writer }) => {
      const onEvent = writeCompactionData({
        write(part) {
          parts.push(structuredClone(part));
          writer.write(part);
        },
      });
      const model = withCompaction(inner, { policy: { windowTokens: ownWindow }, onEvent });
      const running = streamText({ model, messages, maxRetries: 0 });
      writer.merge(toUIMessageStream(running));
    },
  });
  let message: UIMessage | undefined;
  for await (message of readUIMessageStream({ stream }));
  const shown = message?.parts.filter(({ type }) => type === "data-compaction");
  return { parts, shown, statuses: parts.map(({ data }) => data.status) };
}

test("a chat page sees a compaction start and end", async () => {
  const { parts, shown, statuses } = await show(talk(80), windowTokens);
  expect(statuses).toEqual(["started", "applied"]);
  expect(shown).toEqual([parts[1]]);
  expect(parts[1]?.data.tokensAfter).toBeLessThan(parts[1]?.data.tokensBefore ?? 0);
});

test("it sees a recovery in a part of its own", async () => {
  const { parts, shown, statuses } = await show(talk(80), 100_000);
  expect(statuses).toEqual(["started", "applied", "recovered"]);
  expect(shown).toEqual(parts.slice(1));
});

test("it sees once how much is left before the trigger, though each request has its own model", async () => {
  const near: CompactionDataPart[] = [];
  const shownBefore: unknown[] = [];
  for (let turns = 10; ; turns += 1) {
    const { parts, shown = [], statuses } = await show(talk(turns).slice(0, -2), 1_400);
    if (statuses.includes("applied")) break;
    near.push(...parts);
    shownBefore.push(...shown);
  }
  expect(near.map(({ data }) => data.status)).toEqual(["near-limit"]);
  expect(shownBefore).toEqual(near);
  expect(near[0]?.data.tokensLeft).toBeGreaterThan(0);
});
