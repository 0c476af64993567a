import { type FilePart, type Message, textOf, toolCalls } from "@cutpoint/core";
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
import { cases } from "../../../../tooling/laws/src/cases.ts";

/** Through everything that a store does to a message. */
function stored(message: BaseMessage): BaseMessage {
  const entry: unknown = JSON.parse(JSON.stringify(fromLangChainMessage(message)));
  return toLangChainMessage(parseMessage(entry));
}

/** The fields of a message of any class. */
function fieldsOf(message: BaseMessage): Record<string, unknown> {
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
    ...("status" in message ? { status: message.status } : {}),
    ...("artifact" in message ? { artifact: message.artifact } : {}),
    ...("role" in message ? { role: message.role } : {}),
  };
}

/** As LangChain's own stores and checkpointers write it. */
function serialized(message: BaseMessage): Record<string, unknown> {
  const { data } = JSON.parse(JSON.stringify(message.toDict())) as {
    data: Record<string, unknown>;
  };
  return data;
}

describe("a stored message", () => {
  test("is restored with all fields", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const back = stored(message);
        expect(fieldsOf(back)).toEqual(fieldsOf(message));
        expect(packMessage(back)).toEqual(packMessage(message));
      }),
      cases(500),
    );
  });

  test("is serialized by LangChain like the original", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const { severity: _own, ...before } = serialized(message);
        expect(serialized(stored(message))).toMatchObject(before);
      }),
    );
  });

  test("is restored as a whole message if it was streamed", () => {
    fc.assert(
      fc.property(streamedAnswer, (chunk) => {
        const back = stored(chunk);
        expect(back).not.toBeInstanceOf(AIMessageChunk);
        expect(fieldsOf(back)).toEqual(fieldsOf(chunk));
      }),
    );
  });

  test("shares no object with the original", () => {
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

  test("keeps the fields of an unknown class", () => {
    const back = stored(new NoticeMessage({ content: "fire", severity: "high" }));
    expect(back).toBeInstanceOf(HumanMessage);
    expect(back).toMatchObject({ content: "fire", severity: "high" });
  });

  test("is restored as a ChatMessage if its type is unknown", () => {
    class TelemetryMessage extends BaseMessage {
      readonly type = "telemetry" as never;
      readonly celsius = 20;
    }
    const back = stored(new TelemetryMessage({ content: "warm" }));
    expect(back).toMatchObject({
      type: "generic",
      role: "telemetry",
      content: "warm",
      celsius: 20,
    });
  });
});

test.each([{ bigint$: "no number" }, { plain$: { bytes$: "no base64" } }])(
  "a call keeps the arguments %j of a model",
  (args) => {
    const call = { type: "tool_call", id: "a", name: "read", args } as const;
    const restored = stored(new AIMessage({ content: "", tool_calls: [call] }));
    expect(AIMessage.isInstance(restored) && restored.tool_calls).toEqual([call]);
  },
);

test("adapterMetadata contains only what the parts do not", () => {
  expect(fromLangChainMessage(new HumanMessage("a question"))).not.toHaveProperty(
    "adapterMetadata",
  );
  expect(fromLangChainMessage(new AIMessage("an answer"))).not.toHaveProperty("adapterMetadata");
  expect(
    fromLangChainMessage(new AIMessage({ content: "x".repeat(9999), id: "a" })).adapterMetadata,
  ).toEqual({
    langchain: { fields: { fields: { fields: { id: { set: "a" } } } } },
  });
});

test("a RemoveMessage is rejected", () => {
  expect(() => fromLangChainMessage(new RemoveMessage({ id: "a" }))).toThrow(/RemoveMessage/);
});

test("texts, calls, reasoning and files are converted to parts", () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      const { content } = message;
      const converted = fromLangChainMessage(message);
      const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
      const least = typeof content === "string" || converted.role === "system" ? 0 : content.length;
      expect(converted.parts.length).toBeGreaterThanOrEqual(least);
      expect(toolCalls(converted)).toHaveLength(calls.length);
      expect(typeof content === "string" ? textOf(converted) : content).toBe(content);
    }),
  );
});

test("a message of another host is converted without loss", () => {
  const text = fc.record({ type: fc.constant("text" as const), text: fc.string({ minLength: 1 }) });
  const reasoning = fc.record({
    type: fc.constant("reasoning" as const),
    text: fc.string({ minLength: 1 }),
    signature: fc.stringMatching(/^[a-z]{4}$/),
  });
  const call = fc.record({
    type: fc.constant("tool-call" as const),
    callId: fc.uuid(),
    name: fc.constantFrom("read", "write"),
    arguments: fc
      .dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer())
      .map((value) => JSON.stringify(value)),
  });
  const file = fc.constantFrom<FilePart>(
    { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" },
    {
      type: "file",
      mediaType: "application/pdf",
      url: "data:application/pdf;base64,AAAA",
      name: "a.pdf",
    },
    { type: "file", mediaType: "application/pdf", url: "https://example.org/a.pdf" },
  );
  const answer = fc
    .record({
      content: fc.array(fc.oneof(text, reasoning), { minLength: 1 }),
      calls: fc.array(call),
    })
    .map(({ content, calls }): Message => ({ role: "assistant", parts: [...content, ...calls] }));
  const others = fc.record({ parts: fc.array(fc.oneof(text, file), { minLength: 1 }) });
  const message = fc.oneof(
    answer,
    others.map(({ parts }): Message => ({ role: "user", provenance: "user", parts })),
    others.map(({ parts }): Message => ({ role: "user", provenance: "synthetic", parts })),
    others.map(({ parts }): Message => ({
      role: "tool",
      callId: "c",
      name: "read",
      failed: true,
      parts,
    })),
    fc.array(text, { minLength: 1 }).map((parts): Message => ({ role: "system", parts })),
  );
  fc.assert(
    fc.property(message, (original) => {
      expect(withoutHost(fromLangChainMessage(toLangChainMessage(original)))).toEqual(original);
    }),
  );
});

function withoutHost({ adapterMetadata: _host, ...message }: Message): Message {
  return message;
}
