import { textOf } from "@cutpoint/core";
import { parseMessage } from "@cutpoint/core/schema";
import {
  AIMessage,
  AIMessageChunk,
  BaseMessage,
  HumanMessage,
  RemoveMessage,
} from "@langchain/core/messages";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromLangChainMessage, toLangChainMessage } from "../../src/message/convert.ts";
import { packMessage } from "../../src/message/packed-message.ts";
import { anyMessage, NoticeMessage, streamedAnswer } from "./arbitrary-message.ts";

/** Through everything that a store does to a message. */
function stored(message: BaseMessage): BaseMessage {
  const entry: unknown = JSON.parse(JSON.stringify(fromLangChainMessage(message)));
  return toLangChainMessage(parseMessage(entry));
}

/** What a message says, whatever class says it. */
function said(message: BaseMessage): Record<string, unknown> {
  return {
    type: message.getType(),
    content: message.content,
    id: message.id,
    name: message.name,
    kwargs: message.additional_kwargs,
    metadata: message.response_metadata,
    ...(AIMessage.isInstance(message)
      ? {
          calls: message.tool_calls,
          invalid: message.invalid_tool_calls,
          usage: message.usage_metadata,
        }
      : {}),
    ..."status" in message ? { status: message.status } : {},
    ..."artifact" in message ? { artifact: message.artifact } : {},
    ..."role" in message ? { role: message.role } : {},
  };
}

describe("a message that was stored", () => {
  test("says all that it said", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const back = stored(message);
        expect(said(back)).toEqual(said(message));
        expect(packMessage(back)).toEqual(packMessage(message));
      }),
      { numRuns: 500 },
    );
  });

  test("is serialized by LangChain as it was", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const before = JSON.parse(JSON.stringify(message.toDict())) as { data: Record<string, unknown> };
        const after = JSON.parse(JSON.stringify(stored(message).toDict())) as typeof before;
        for (const [key, value] of Object.entries(before.data))
          if (key !== "severity") expect(after.data[key]).toEqual(value);
      }),
    );
  });

  test("comes back whole where it was streamed", () => {
    fc.assert(
      fc.property(streamedAnswer, (chunk) => {
        const back = stored(chunk);
        expect(back).not.toBeInstanceOf(AIMessageChunk);
        expect(said(back)).toEqual(said(chunk));
      }),
    );
  });

  test("shares nothing with the message that was stored", () => {
    const message = new AIMessage({
      content: [{ type: "text", text: "one", annotations: [{ title: "a" }] }],
      response_metadata: { list: [1] },
    });
    const entry = fromLangChainMessage(message);
    const [first, second] = [toLangChainMessage(entry), toLangChainMessage(entry)];
    (first.response_metadata["list"] as number[]).push(2);
    expect(second.response_metadata["list"]).toEqual([1]);
    expect(message.response_metadata["list"]).toEqual([1]);
  });

  test("keeps the field of a class that nobody knows", () => {
    const back = stored(new NoticeMessage({ content: "fire", severity: "high" }));
    expect(back).toBeInstanceOf(HumanMessage);
    expect(back).toMatchObject({ content: "fire", severity: "high" });
  });

  test("comes back as a ChatMessage where nobody knows its type", () => {
    class TelemetryMessage extends BaseMessage {
      readonly type = "telemetry" as never;
      readonly celsius = 20;
    }
    const back = stored(new TelemetryMessage({ content: "warm" }));
    expect(back).toMatchObject({ type: "generic", role: "telemetry", content: "warm", celsius: 20 });
  });
});

test("luggage holds what would be lost, and only that", () => {
  expect(fromLangChainMessage(new HumanMessage("a question"))).not.toHaveProperty("host");
  expect(fromLangChainMessage(new AIMessage("an answer"))).not.toHaveProperty("host");
  expect(fromLangChainMessage(new AIMessage({ content: "x".repeat(9999), id: "a" })).host).toEqual({
    langchain: { fields: { id: "a" } },
  });
});

test("a RemoveMessage is no message", () => {
  expect(() => fromLangChainMessage(new RemoveMessage({ id: "a" }))).toThrow(/RemoveMessage/);
});

test("what is counted is there: words, calls, reasoning, files", () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      const parts: readonly { readonly type: string }[] = fromLangChainMessage(message).parts;
      const blocks = typeof message.content === "string" ? [] : message.content;
      expect(parts.length).toBeGreaterThanOrEqual(message.getType() === "system" ? 0 : blocks.length);
      if (AIMessage.isInstance(message))
        expect(parts.filter(({ type }) => type === "tool-call")).toHaveLength(
          message.tool_calls?.length ?? 0,
        );
      if (typeof message.content === "string")
        expect(textOf(fromLangChainMessage(message))).toBe(message.content);
    }),
  );
});
