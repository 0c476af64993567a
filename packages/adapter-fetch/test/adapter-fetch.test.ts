import { setImmediate } from "node:timers/promises";
import { createCompactor } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { startProvider } from "@cutpoint/provider-sim";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChatClient } from "../src/chat-client.ts";
import type { ChatMessage } from "@cutpoint/host-kit";
import { type ChatState, emptyChat } from "../src/chat-state.ts";
import { withCompaction } from "../src/complete-chat.ts";
import { createChat } from "../src/create-chat.ts";
import { toChatMessages } from "../src/to-chat-messages.ts";
import { toItems } from "../src/to-items.ts";

const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as never);

const message = fc
  .record({
    role: fc.constantFrom("system", "developer", "user", "assistant", "moderator"),
    content: fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constant(null),
      fc.array(
        fc.record({ type: fc.constantFrom("text", "image_url", "audio"), text: fc.string() }),
      ),
    ),
  })
  .chain((base) =>
    fc
      .dictionary(fc.constantFrom("name", "refusal", "annotations", "more"), json)
      .map((more): ChatMessage => ({ ...more, ...base })),
  );

describe("messages", () => {
  test("are restored with all roles, parts and fields", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
        const items = toItems(messages);
        expect(toChatMessages(items.map((item) => item.message))).toEqual(messages);
      }),
    );
  });

  test("have ids that depend on all messages before them", () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 2, maxLength: 6 }), fc.nat(), (messages, seed) => {
        const place = seed % messages.length;
        const changed = messages.map((each, index) =>
          index === place ? { ...each, content: `${JSON.stringify(each.content)}!` } : each,
        );
        const [before, after] = [toItems(messages), toItems(changed)];
        for (const [index, item] of before.entries())
          expect(item.id === after[index]?.id).toBe(index < place);
      }),
    );
  });
});

test("errors of the provider keep its message, status and code", async () => {
  await using provider = await startProvider({ windowTokens: 10 });
  const client = createChatClient({ url: `${provider.url}/v1` });
  const messages = [
    { role: "user", content: "Far too many words for a window of ten tokens, are they?" },
  ];
  await expect(client.send({ model: "any", messages })).rejects.toMatchObject({
    status: 400,
    code: "context_length_exceeded",
    message: expect.stringContaining("maximum context length") as string,
  });
});

test("a streamed answer is the same as one that is not streamed", async () => {
  const answer = {
    type: "answer",
    text: "It is a long answer, with 漢字 and 👩‍🚀 in it.",
    calls: [
      { name: "one", arguments: '{"a":"b, c and a good deal more than that"}', id: "1" },
      { name: "two", arguments: "{}", id: "2" },
    ],
  } as const;
  await using provider = await startProvider({ windowTokens: 1_000, script: [answer, answer] });
  const client = createChatClient({ url: `${provider.url}/v1` });
  const request = { model: "any", messages: [{ role: "user", content: "Hi" }] };
  const pieces: string[] = [];
  const whole = await client.send(request);
  const streamed = await client.send(request, { onText: (piece) => pieces.push(piece) });
  expect(streamed.message).toEqual(whole.message);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe(answer.text);
});

test("a question is stored before it is sent, and each further message at once", async () => {
  let state: ChatState = emptyChat();
  const stored: number[] = [];
  await using provider = await startProvider({
    windowTokens: 1_000,
    script: async () => {
      await setImmediate();
      stored.push(state.messages.length);
      return stored.length === 1
        ? { type: "answer", calls: [{ name: "gone", arguments: "{}" }] }
        : "Well then.";
    },
  });
  const chat = createChat({
    complete: withCompaction(createChatClient({ url: `${provider.url}/v1` }), {
      compactor: createCompactor({ summarizer: createExtractiveSummarizer() }),
      windowTokens: 1_000,
    }),
    storage: { load: async () => state, save: async (changed) => void (state = changed) },
    model: "any",
  });
  const { text } = await chat.ask("Use a tool that is not there.");
  expect(text).toBe("Well then.");
  expect(stored).toEqual([1, 3]);
  expect(state.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
  expect(state.messages[2]?.content).toContain("There is no tool gone");
});
