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

test("a chat page sees a compaction start and end", async () => {
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
      const model = withCompaction(inner, { policy: { windowTokens }, onEvent });
      const running = streamText({ model, messages: talk(80), maxRetries: 0 });
      writer.merge(toUIMessageStream(running));
    },
  });
  let message: UIMessage | undefined;
  for await (message of readUIMessageStream({ stream }));
  expect(parts.map(({ data }) => data.status)).toEqual(["started", "applied"]);
  const data = message?.parts.filter(({ type }) => type === "data-compaction");
  expect(data).toEqual([parts[1]]);
  expect(parts[1]?.data.tokensAfter).toBeLessThan(parts[1]?.data.tokensBefore ?? 0);
});
