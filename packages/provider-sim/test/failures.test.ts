import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { type FailureName, failures } from "../src/failure.ts";
import type { Step } from "../src/script.ts";
import { type Provider, startProvider } from "../src/start-provider.ts";

const CHAT = { model: "gpt-5", messages: [{ role: "user", content: "Hi" }] } as const;
const RESPONSES = { model: "gpt-5", input: "Hi" } as const;
const MESSAGES = {
  model: "claude-sonnet-5",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hi" }],
} as const;

function failing(failure: FailureName, text?: string): Step {
  return { type: "failure", failure, ...(text === undefined ? {} : { text }) };
}

function openai(provider: Provider): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1`, maxRetries: 0 });
}

function anthropic(provider: Provider): Anthropic {
  return new Anthropic({ apiKey: "none", baseURL: provider.url, maxRetries: 0 });
}

/** Returns what each client reports for a failure, without and with a stream. */
async function reports(provider: Provider): Promise<readonly unknown[]> {
  const { chat, responses } = openai(provider);
  const { messages } = anthropic(provider);
  const conversation = { ...CHAT, messages: [...CHAT.messages] };
  const request = { ...MESSAGES, messages: [...MESSAGES.messages] };
  const asked: (() => Promise<unknown>)[] = [
    async () => chat.completions.create(conversation),
    async () => Array.fromAsync(await chat.completions.create({ ...conversation, stream: true })),
    async () => responses.create(RESPONSES),
    async () => Array.fromAsync(await responses.create({ ...RESPONSES, stream: true })),
    async () => messages.create(request),
    async () => Array.fromAsync(await messages.create({ ...request, stream: true })),
  ];
  const found: unknown[] = [];
  for (const ask of asked) found.push(await ask().catch((error: unknown) => error));
  return found;
}

const tooMany = { status: 429, code: "rate_limit_exceeded", type: "tokens" };
const limited = { status: 429, error: { error: { type: "rate_limit_error" } } };
const overflown = { status: 400, code: "context_length_exceeded" };
const tooLong = {
  status: 400,
  error: { error: { message: "prompt is too long: 100001 tokens > 100000 maximum" } },
};
const both = (one: unknown): readonly unknown[] => [one, one];

const expected: Readonly<Partial<Record<FailureName, readonly unknown[]>>> = {
  "rate-limit": [...both(tooMany), ...both(tooMany), ...both(limited)],
  "request-tokens": [...both(tooMany), ...both(tooMany), ...both(limited)],
  overloaded: [
    ...both({ status: 503 }),
    ...both({ status: 503 }),
    ...both({ status: 529, error: { error: { type: "overloaded_error" } } }),
  ],
  "server-error": [
    ...both({ status: 500 }),
    ...both({ status: 500 }),
    ...both({ status: 500, error: { error: { type: "api_error" } } }),
  ],
  "too-many-bytes": [
    ...both({ status: 413 }),
    ...both({ status: 413 }),
    ...both({ status: 413, error: { error: { type: "request_too_large" } } }),
  ],
  refusal: Array.from({ length: 6 }, () => ({ status: 400 })),
  overflow: [...both(overflown), ...both(overflown), ...both(tooLong)],
  "stream-overflow": [
    overflown,
    { status: undefined, code: "context_length_exceeded" },
    { status: "failed", error: { code: "context_length_exceeded" } },
    [
      { type: "response.created" },
      { type: "response.in_progress" },
      { type: "response.failed", response: { error: { code: "context_length_exceeded" } } },
    ],
    tooLong,
    { status: undefined, error: { error: { type: "invalid_request_error" } } },
  ],
  "stream-error": [
    { status: 500 },
    { status: undefined, code: "server_error" },
    { status: "failed", error: { code: "server_error" } },
    [{}, {}, { type: "response.failed", response: { error: { code: "server_error" } } }],
    { status: 529 },
    { status: undefined, error: { error: { type: "overloaded_error" } } },
  ],
  empty: [
    { choices: [{ message: { content: null } }] },
    [],
    { status: "completed", output: [] },
    [],
    { content: [] },
    [],
  ],
  "hang-up": [
    { message: "Connection error." },
    { message: expect.stringMatching(/terminated|aborted|Premature/i) as string },
    { message: "Connection error." },
    { message: expect.stringMatching(/terminated|aborted|Premature/i) as string },
    { message: "Connection error." },
    { message: expect.stringMatching(/terminated|aborted|Premature/i) as string },
  ],
};

describe("every failure", () => {
  test("has a description, a source and a case", () => {
    const cases = [...Object.keys(expected), "stall"];
    expect(failures.map(({ name }) => name).toSorted()).toEqual(cases.toSorted());
    for (const { happens, sources } of failures) {
      expect(happens).toMatch(/\.$/);
      expect(sources.length).toBeGreaterThan(0);
    }
  });

  test.each(Object.entries(expected))("%s reaches each client", async (name, found) => {
    const failure = name as FailureName;
    await using provider = await startProvider({
      windowTokens: 100_000,
      script: () => failing(failure),
    });
    expect(await reports(provider)).toMatchObject(found);
    const outcomes = provider.requests().map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(6);
    expect(new Set(outcomes.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ type: "failed", failure })]),
    );
  });

  test("a stall sends its text and then nothing until the client gives up", async () => {
    await using provider = await startProvider({
      windowTokens: 1_000,
      script: () => failing("stall", "So far"),
    });
    const stopped = new AbortController();
    const stream = await openai(provider).chat.completions.create(
      { ...CHAT, messages: [...CHAT.messages], stream: true },
      { signal: stopped.signal },
    );
    let said = "";
    for await (const { choices } of stream) {
      said += choices[0]?.delta.content ?? "";
      if (said === "So far") stopped.abort();
    }
    expect(said).toBe("So far");

    const waiting = new AbortController();
    const silent = startProvider({
      windowTokens: 1_000,
      script: () => {
        queueMicrotask(() => waiting.abort());
        return failing("stall");
      },
    });
    await using quiet = await silent;
    const asking = openai(quiet).responses.create(RESPONSES, { signal: waiting.signal });
    await expect(asking).rejects.toThrow("aborted");
  });

  test("disposal ends stalled responses", async () => {
    const provider = await startProvider({ windowTokens: 1_000, script: [failing("stall")] });
    const messages = anthropic(provider).messages.stream({
      ...MESSAGES,
      messages: [...MESSAGES.messages],
    });
    messages.once("connect", () => void provider[Symbol.asyncDispose]());
    await expect(messages.finalMessage()).rejects.toThrow(/terminated|Connection|without/);
  });

  test.each(["stream-error", "hang-up"] as const)(
    "%s comes after the scripted text",
    async (failure) => {
      await using provider = await startProvider({
        windowTokens: 1_000,
        script: () => failing(failure, "So far"),
      });
      const stream = openai(provider).responses.stream(RESPONSES);
      let said = "";
      stream.on("response.output_text.delta", ({ delta }) => (said += delta));
      await stream.done().catch(() => {});
      expect(said).toBe("So far");
    },
  );

  test("an HTTP error can contain a retry-after header", async () => {
    await using provider = await startProvider({
      windowTokens: 1_000,
      script: [{ type: "failure", failure: "overloaded", retryAfterSeconds: 7 }],
    });
    const answer = await fetch(`${provider.url}/v1/messages`, {
      method: "POST",
      body: JSON.stringify(MESSAGES),
    });
    expect(answer.headers.get("retry-after")).toBe("7");
  });

  test("a client that disconnects during a delay is recorded, and the delay ends", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const leaving = new AbortController();
    await using provider = await startProvider({
      windowTokens: 1_000,
      script: () => {
        setImmediate(() => leaving.abort());
        return { type: "answer", text: "Late.", delayMs: 600_000 };
      },
      onRequest: ({ outcome }) => resolve(outcome.type),
    });
    const asking = openai(provider).responses.create(RESPONSES, { signal: leaving.signal });
    await expect(asking).rejects.toThrow("aborted");
    expect(await promise).toBe("aborted");
  });
});
