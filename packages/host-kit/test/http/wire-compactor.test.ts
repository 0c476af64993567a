import { userMessage, textOf } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { createWireCompactor } from "../../src/http/wire-compactor.ts";
import type { WireFormat } from "../../src/http/wire-format.ts";

/** Requests are `{ said: string[] }`, answers and events are `{ text }` or `{ error }`. */
const format: WireFormat<string, string> = {
  listField: "said",
  serverFields: [],
  isMessage: (element): element is string => typeof element === "string",
  isCompaction: () => false,
  split: (messages, start) => messages.slice(start),
  join: (units) => units,
  messageCount: () => 1,
  contentOf: (unit) => unit,
  toMessage: userMessage,
  fromMessage: textOf,
  readOptions: () => ({ model: "any" }),
  readAnswer: ({ error = null, text = "" }) => ({
    text: String(text),
    callIds: [],
    hasContent: text !== "",
    isTruncated: false,
    usage: undefined,
    error,
  }),
  createStreamReader() {
    let text = "";
    let error: unknown = null;
    return {
      read(event) {
        error = event["error"] ?? null;
        text += typeof event["text"] === "string" ? event["text"] : "";
        if (error !== null) return "end";
        return text === "" ? "opening" : "content";
      },
      answer: () => ({
        text,
        callIds: [],
        hasContent: text !== "",
        isTruncated: false,
        usage: undefined,
        error,
      }),
    };
  },
};

const OVERFLOW = { error: { code: "context_length_exceeded" } };
const body = JSON.stringify({
  said: Array.from({ length: 40 }, (_, index) => `Statement ${index}: ${"so it is. ".repeat(20)}`),
});

/** Sends the body to a provider that answers with these events, one chunk each, then with `text`. */
async function exchange(
  events: readonly string[],
): Promise<{ readonly answer: string; readonly sent: readonly string[] }> {
  const sent: string[] = [];
  const respond = createWireCompactor({ policy: { windowTokens: 100_000 } }, format);
  const response = await respond({
    body,
    send: async (text) => {
      sent.push(text);
      return sent.length === 1 ? streamOf(events) : streamOf(['data: {"text":"Again."}\n\n']);
    },
  });
  return { answer: await response.text(), sent };
}

function streamOf(chunks: readonly string[]): Response {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  return new Response(ReadableStream.from(bytes), {
    headers: { "content-type": "text/event-stream; charset=utf-8" },
  });
}

const opening = 'event: start\r\ndata: {"text":""}\r\n\r\n';
const failed = `data: ${JSON.stringify(OVERFLOW)}\n\n`;

describe("a stream", () => {
  test("that fails before its first content is retried with a smaller body", async () => {
    const { answer, sent } = await exchange([opening, ": ping\n\n", failed]);
    expect(answer).toBe('data: {"text":"Again."}\n\n');
    expect(sent[0]).toBe(body);
    expect(sent[1]?.length).toBeLessThan(body.length);
  });

  test("that fails after its first content is passed on as it is", async () => {
    const chunks = [opening, 'data: {"text":"It is"}\n\n', failed];
    const { answer, sent } = await exchange(chunks);
    expect(answer).toBe(chunks.join(""));
    expect(sent).toEqual([body]);
  });

  test("is read if a chunk ends within an event or its line break", async () => {
    const { answer } = await exchange([
      opening.slice(0, -1),
      `${opening.slice(-1)}data: {"err`,
      failed.slice(failed.indexOf("or")),
    ]);
    expect(answer).toContain("Again.");
  });

  test("that ends before its first content is passed on", async () => {
    const { answer, sent } = await exchange([opening]);
    expect(answer).toBe(opening);
    expect(sent).toHaveLength(1);
  });
});

test.each(["not JSON", "[]"])("the body %s passes unchanged", async (text) => {
  const respond = createWireCompactor({}, format);
  const sent: string[] = [];
  const send = async (given: string): Promise<Response> => {
    sent.push(given);
    return Response.json(OVERFLOW, { status: 400 });
  };
  const { status } = await respond({ body: text, send });
  expect({ sent, status }).toEqual({ sent: [text], status: 400 });
});
