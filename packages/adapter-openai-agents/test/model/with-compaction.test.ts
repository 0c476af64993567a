import type { CompactionEvent } from "@cutpoint/core";
import {
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type StreamEvent,
  Usage,
} from "@openai/agents-core";
import {
  assistantMessage,
  functionCall,
  modelError,
  modelResponse,
  modelStream,
  ScriptedModel,
} from "@openai/agents-core/testing";
import { describe, expect, test } from "vitest";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { agentWith, EAGER, lookUp, plainRunner, talk } from "../support/run-agent.ts";

const OVERFLOW = Object.assign(new Error("Your input exceeds the context window of this model."), {
  status: 400,
  code: "context_length_exceeded",
});

function requestOf(input: AgentInputItem[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    input,
    modelSettings: {},
    tools: [],
    handoffs: [],
    outputType: "text",
    tracing: false,
    ...more,
  };
}

const answer = (text: string): ModelResponse => ({
  usage: new Usage({ inputTokens: 100, outputTokens: 10 }),
  output: [assistantMessage(text)],
  responseId: "resp_1",
});

async function eventsOf(stream: AsyncIterable<StreamEvent>): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** The first events of a stream of OpenAI's models. */
const opening: readonly StreamEvent[] = [
  { type: "response_started" },
  { type: "model", event: { type: "response.created", response: {} } },
];
const failed: StreamEvent = {
  type: "model",
  event: {
    type: "response.failed",
    response: {
      error: { code: "context_length_exceeded", message: "too long" },
      usage: { input_tokens: 5, output_tokens: 0 },
    },
  },
};
const thrown = new Error('ended with unsuccessful terminal state "response.failed".');

async function* failing(...events: readonly StreamEvent[]): AsyncGenerator<StreamEvent> {
  yield* events;
  throw thrown;
}

const RECOVERING = {
  policy: {
    windowTokens: 100_000,
    keep: { type: "tokens", tokens: 100 } as const,
    minimumProgress: 0,
  },
};

describe("a stream that fails", () => {
  test("before its first content is retried because of the code in its raw event", async () => {
    const inner = new ScriptedModel([
      modelStream(failing(...opening, failed)),
      modelResponse(answer("Here.")),
    ]);
    const model = withCompaction(inner, RECOVERING);
    const events = await eventsOf(model.getStreamedResponse(requestOf(talk(10))));
    expect(inner.calls).toHaveLength(2);
    expect(inner.calls[1]?.request.input.length).toBeLessThan(20);
    expect(events).not.toContainEqual(failed);
    expect(events.filter(({ type }) => type === "response_started")).toHaveLength(1);
    const done = events.find(({ type }) => type === "response_done");
    expect(done).toMatchObject({
      response: {
        usage: {
          requests: 2,
          requestUsageEntries: [
            { inputTokens: 100 },
            { inputTokens: 5, endpoint: "cutpoint.overflow" },
          ],
        },
      },
    });
  });

  test("after its first content is not retried", async () => {
    const delta: StreamEvent = { type: "output_text_delta", delta: "Well" };
    const inner = new ScriptedModel([modelStream(failing(...opening, delta, failed))]);
    const stream = withCompaction(inner, RECOVERING).getStreamedResponse(requestOf(talk(10)));
    const seen: StreamEvent[] = [];
    await expect(
      (async () => {
        for await (const event of stream) seen.push(event);
      })(),
    ).rejects.toBe(thrown);
    expect(seen).toEqual([...opening, delta, failed]);
    expect(inner.calls).toHaveLength(1);
  });

  test("for another reason fails with the same events and the same error as the undecorated model", async () => {
    const other: StreamEvent = {
      type: "model",
      event: { type: "error", code: "server_error", message: "no" },
    };
    const inner = new ScriptedModel([modelStream(failing(...opening, other))]);
    const seen: StreamEvent[] = [];
    const stream = withCompaction(inner, RECOVERING).getStreamedResponse(requestOf(talk(10)));
    await expect(
      (async () => {
        for await (const event of stream) seen.push(event);
      })(),
    ).rejects.toBe(thrown);
    expect(seen).toEqual([...opening, other]);
  });

  test("no event is released before the first content", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<StreamEvent> {
      yield* opening;
      await promise;
      yield { type: "output_text_delta", delta: "Well" };
    }
    const inner = new ScriptedModel([modelStream(slow())]);
    const stream = withCompaction(inner).getStreamedResponse(requestOf(talk(1)));
    const iterator = stream[Symbol.asyncIterator]();
    let isReleased = false;
    const first = iterator.next().then((result) => {
      isReleased = true;
      return result;
    });
    await new Promise((done) => setImmediate(done));
    expect(isReleased).toBe(false);
    resolve();
    expect((await first).value).toEqual(opening[0]);
  });
});

describe("a request that is refused for its size", () => {
  test("is retried once, and rejects with the provider's error", async () => {
    const inner = new ScriptedModel([modelError(OVERFLOW), modelError(OVERFLOW)]);
    const model = withCompaction(inner, RECOVERING);
    await expect(model.getResponse(requestOf(talk(10)))).rejects.toBe(OVERFLOW);
    expect(inner.calls).toHaveLength(2);
  });

  test("keeps its view although the runner sends all items again", async () => {
    const events: CompactionEvent[] = [];
    const inner = new ScriptedModel([
      modelError(OVERFLOW),
      [functionCall("look_up", "{}", { callId: "a" })],
      [functionCall("look_up", "{}", { callId: "b" })],
      [assistantMessage("Done.")],
    ]);
    const model = withCompaction(inner, {
      ...RECOVERING,
      onEvent: (event) => events.push(event),
    });
    await plainRunner().run(agentWith(model, [lookUp("short")]), talk(20));
    const inputs = inner.calls.map(({ request }) => request.input as AgentInputItem[]);
    const [refused, view, ...later] = inputs;
    expect(refused).toHaveLength(40);
    expect(view?.length).toBeLessThan(20);
    for (const input of later) expect(input.slice(0, view?.length)).toEqual(view);
    expect(events.filter(({ type }) => type === "applied")).toHaveLength(1);
  });

  test("an empty answer to a request above the window counts as refused", async () => {
    const silent = { usage: new Usage({ inputTokens: 4100, outputTokens: 0 }), output: [] };
    const trigger = { type: "share", share: 1 } as const;
    const options = { policy: { ...RECOVERING.policy, windowTokens: 4000, trigger } };
    const inner = new ScriptedModel([modelResponse(silent), modelResponse(answer("Here."))]);
    const { output } = await withCompaction(inner, options).getResponse(requestOf(talk(20)));
    expect(output).toEqual([assistantMessage("Here.")]);
    const streaming = new ScriptedModel([modelResponse(silent), modelResponse(answer("Here."))]);
    const stream = withCompaction(streaming, options).getStreamedResponse(requestOf(talk(20)));
    const done = (await eventsOf(stream)).filter(({ type }) => type === "response_done");
    expect(done).toMatchObject([{ response: { output: [assistantMessage("Here.")] } }]);
  });

  test("an empty answer to a request that fits is returned", async () => {
    const silent = { usage: new Usage({ inputTokens: 20, outputTokens: 0 }), output: [] };
    const inner = new ScriptedModel([modelResponse(silent), modelResponse(silent)]);
    const model = withCompaction(inner, RECOVERING);
    expect((await model.getResponse(requestOf(talk(10)))).output).toEqual([]);
    const events = await eventsOf(model.getStreamedResponse(requestOf(talk(9))));
    expect(events.filter(({ type }) => type === "response_done")).toHaveLength(1);
    expect(inner.calls).toHaveLength(2);
  });
});

describe("a request that needs no compaction", () => {
  test.each([
    ["the input fits", {}],
    ["the provider holds the context: previousResponseId", { previousResponseId: "resp_0" }],
    ["the provider holds the context: conversationId", { conversationId: "conv_0" }],
    ["the provider holds the context: prompt", { prompt: { promptId: "p" } }],
  ])("is passed on unchanged if %s", async (reason, more) => {
    const seen: ModelRequest[] = [];
    const inner: Model = {
      async getResponse(request) {
        seen.push(request);
        return answer("Yes.");
      },
      async *getStreamedResponse(request) {
        seen.push(request);
        yield* opening;
      },
    };
    const isHeld = reason.startsWith("the provider");
    const model = withCompaction(inner, isHeld ? { policy: EAGER } : {});
    const request = requestOf(talk(8), more);
    await model.getResponse(request);
    await eventsOf(model.getStreamedResponse(request));
    expect(seen[0]).toBe(request);
    expect(seen[1]).toBe(request);
  });
});

test("the usage of a summary has its own endpoint and does not count as context", async () => {
  const inner = new ScriptedModel([modelResponse(answer("Here."))]);
  const model = withCompaction(inner, {
    policy: EAGER,
    summarizer: {
      name: "counted",
      summarize: async () => ({
        text: "They spoke of parts.",
        method: "counted",
        calls: 2,
        attempts: [
          { by: "counted", fault: "empty", usage: { inputTokens: 7, outputTokens: 0 } },
          {
            by: "counted",
            fault: null,
            usage: { inputTokens: 9, outputTokens: 3, cacheReadTokens: 4 },
          },
        ],
      }),
    },
  });
  const { usage } = await model.getResponse(requestOf(talk(8)));
  expect(usage).toMatchObject({
    requests: 3,
    inputTokens: 116,
    outputTokens: 13,
    totalTokens: 129,
  });
  expect(usage.requestUsageEntries).toMatchObject([
    { inputTokens: 100, outputTokens: 10, endpoint: undefined },
    { inputTokens: 7, outputTokens: 0, endpoint: "cutpoint.summary" },
    { inputTokens: 9, endpoint: "cutpoint.summary", inputTokensDetails: { cached_tokens: 4 } },
  ]);
});

test("the usage that the provider reported measures the next request", async () => {
  const usage = new Usage({ inputTokens: 5_900, outputTokens: 10 });
  const inner = new ScriptedModel([
    modelResponse({ ...answer("Large."), usage }),
    modelResponse(answer("Small.")),
  ]);
  const events: CompactionEvent[] = [];
  const model = withCompaction(inner, {
    policy: { windowTokens: 6_000, keep: { type: "tokens", tokens: 500 } },
    onEvent: (event) => events.push(event),
  });
  const input = talk(20);
  const { output } = await model.getResponse(requestOf(input));
  expect(events).toEqual([]);
  await model.getResponse(requestOf([...input, ...output, ...talk(1)]));
  expect(events.map(({ type }) => type)).toContain("applied");
});

describe("a decorated object", () => {
  test("has the optional members of the original", async () => {
    class Own implements Model {
      readonly supportsPromptModelSelection = true;
      readonly #closed: string[] = [];
      async getResponse(): Promise<ModelResponse> {
        return answer("Yes.");
      }
      async *getStreamedResponse(): AsyncGenerator<StreamEvent> {}
      getRetryAdvice(): { suggested: boolean } {
        return { suggested: this.#closed.length === 0 };
      }
      close(): readonly string[] {
        this.#closed.push("closed");
        return this.#closed;
      }
    }
    const model = withCompaction(new Own());
    expect(model).toBeInstanceOf(Own);
    expect(model.constructor).toBe(Own);
    expect(model.supportsPromptModelSelection).toBe(true);
    expect(model.getRetryAdvice()).toEqual({ suggested: true });
    expect(model.close()).toEqual(["closed"]);
    expect(model.getRetryAdvice()).toEqual({ suggested: false });
  });

  test("has no members that the original lacks", () => {
    const inner: Model = {
      getResponse: async () => answer("Yes."),
      async *getStreamedResponse() {},
    };
    const model = withCompaction(inner);
    expect("getRetryAdvice" in model).toBe(false);
    expect(Reflect.get(model, "getRetryAdvice")).toBeUndefined();
  });

  test("must be a model or a provider", () => {
    expect(() => withCompaction({} as Model)).toThrow(/Model or a ModelProvider/);
  });
});

test("one decorated model serves concurrent runs, each with its own view", async () => {
  const talks = ["red", "green", "blue"].map((colour) =>
    talk(8).map(
      (item) => ({ ...item, content: `${colour} ${JSON.stringify(item)}` }) as AgentInputItem,
    ),
  );
  const inner: Model = {
    async getResponse({ input }) {
      const text = JSON.stringify(input);
      const colours = ["red", "green", "blue"].filter((colour) => text.includes(`${colour} {`));
      return answer(`${colours.join()} ${input.length}`);
    },
    async *getStreamedResponse() {},
  };
  const model = withCompaction(inner, { policy: EAGER });
  const texts = await Promise.all(
    talks.map(async (input) => JSON.stringify((await model.getResponse(requestOf(input))).output)),
  );
  for (const [index, colour] of ["red", "green", "blue"].entries())
    expect(texts[index]).toMatch(new RegExp(`"${colour} \\d"`));
});
