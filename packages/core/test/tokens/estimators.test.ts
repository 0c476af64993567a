import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/message/json.ts";
import {
  type AssistantMessage,
  assistantMessage,
  type Message,
  type Part,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { estimateText } from "../../src/tokens/estimate-text.ts";
import { createEstimator, type TokenEstimator } from "../../src/tokens/estimator.ts";
import { fileTokens } from "../../src/tokens/file-tokens.ts";

const estimators: readonly TokenEstimator[] = [createEstimator(), createCharacterEstimator()];
const image = { type: "file", mediaType: "image/png", url: "https://example.org/a.png" } as const;

const text = fc.string({ unit: "binary", maxLength: 60 });
const json = fc.jsonValue() as fc.Arbitrary<Json>;
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({ type: fc.constant("reasoning" as const), text, signature: text }),
  fc.record({
    type: fc.constant("file" as const),
    mediaType: fc.constantFrom("image/png", "application/pdf", "text/csv", ""),
    url: fc.oneof(
      text,
      text.map((body) => `data:;base64,${body}`),
    ),
  }),
  fc.record({ type: fc.constant("tool-call" as const), callId: text, name: text, arguments: text }),
  fc.record({ type: fc.constant("other" as const), kind: text, value: json }),
);
const message: fc.Arbitrary<AssistantMessage> = fc
  .array(part, { maxLength: 5 })
  .map((parts) => ({ role: "assistant", parts }));

function assistant(...parts: readonly Part[]): Message {
  return { role: "assistant", parts };
}

describe.each(estimators)("$name", (estimator) => {
  test("property: a finite number of at least 0, the same each time, that no part lowers", () => {
    fc.assert(
      fc.property(message, part, (given, more) => {
        const tokens = estimator.estimate(given);
        expect(Number.isFinite(tokens) && tokens >= 0).toBe(true);
        expect(estimator.estimate(given)).toBe(tokens);
        expect(estimator.estimate(assistant(...given.parts, more))).toBeGreaterThanOrEqual(tokens);
      }),
    );
  });

  test("a value nested too deeply to be written does not throw", () => {
    let value: Json = 1;
    for (let depth = 0; depth < 200_000; depth++) value = [value];
    expect(
      estimator.estimate(assistant({ type: "other", kind: "x", value })),
    ).toBeGreaterThanOrEqual(0);
  });

  test("the name and the arguments of a call, reasoning and files are counted", () => {
    const empty = estimator.estimate(assistant());
    const parts: readonly Part[] = [
      { type: "text", text: "some words to count" },
      { type: "reasoning", text: "first this, then that" },
      { type: "tool-call", callId: "1", name: "a_rather_long_tool_name", arguments: "{}" },
      {
        type: "tool-call",
        callId: "1",
        name: "f",
        arguments: '{"path":"src/index.ts","limit":20}',
      },
      {
        type: "other",
        kind: "web_search",
        value: { query: "token estimates", results: [1, 2, 3] },
      },
      image,
    ];
    for (const one of parts) expect(estimator.estimate(assistant(one))).toBeGreaterThan(empty + 2);
  });
});

describe("the estimator of core", () => {
  const estimator = createEstimator();

  test("an envelope, texts, and four tokens for each call and each result", () => {
    expect(estimator.estimate(userMessage("hello"))).toBe(4 + estimateText("hello"));
    const call = { callId: "1", name: "read", arguments: '{"path":"a"}' };
    expect(estimator.estimate(assistantMessage("ok", [call]))).toBe(
      8 + estimateText("ok") + estimateText("read") + estimateText(call.arguments),
    );
    expect(estimator.estimate(toolMessage(call, "done"))).toBe(8 + estimateText("done"));
    expect(estimator.estimateText("hello")).toBe(estimateText("hello"));
  });

  test("a sealed reasoning body counts", () => {
    const open = estimator.estimate(assistant({ type: "reasoning", text: "" }));
    const sealed = estimator.estimate(
      assistant({ type: "reasoning", text: "", signature: "x".repeat(1600) }),
    );
    expect(sealed - open).toBe(300);
  });

  test("an image takes 1,200 tokens, a document by its pages, nothing takes none", () => {
    const pdf = (url: string): number =>
      fileTokens({ type: "file", mediaType: "application/pdf", url });
    expect(fileTokens(image)).toBe(1_200);
    expect(pdf("https://example.org/a.pdf")).toBe(15_000);
    expect(pdf("data:application/pdf;base64,AAAA")).toBe(1_500);
    expect(pdf(`data:application/pdf;base64,${"A".repeat(100_000)}`)).toBe(3_000);
    expect(fileTokens({ type: "file", mediaType: "text/plain", url: "data:text/plain," })).toBe(1);
    expect(
      fileTokens({ type: "file", mediaType: "text/csv", url: "data:text/csv;base64,QUFBQUFB" }),
    ).toBe(2);
  });

  test("a custom rule for files replaces the default and is checked", () => {
    const ruled = (tokens: number): number =>
      createEstimator({ fileTokens: () => tokens }).estimate(assistant(image)) - 4;
    expect(ruled(85)).toBe(85);
    expect(ruled(0)).toBe(1);
    expect(ruled(Number.NaN)).toBe(1_200);
    expect(ruled(-5)).toBe(1_200);
  });
});

describe("characters / 4", () => {
  test("rounds up once a message, over text, reasoning, names and arguments", () => {
    const estimator = createCharacterEstimator();
    expect(estimator.estimate(userMessage("12345"))).toBe(2);
    expect(
      estimator.estimate(
        assistant(
          { type: "text", text: "123" },
          { type: "reasoning", text: "1" },
          { type: "tool-call", callId: "x", name: "ab", arguments: "{}" },
        ),
      ),
    ).toBe(2);
    expect(estimator.estimate(assistant(image))).toBe(1_200);
    expect(estimator.estimateText("123456789")).toBe(3);
  });

  test("another ratio, and none that makes no sense", () => {
    expect(createCharacterEstimator({ charactersPerToken: 3 }).estimateText("1234567")).toBe(3);
    expect(createCharacterEstimator({ charactersPerToken: 3 }).estimate(assistant(image))).toBe(
      1_200,
    );
    for (const charactersPerToken of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => createCharacterEstimator({ charactersPerToken })).toThrow(
        /charactersPerToken is/,
      );
  });
});
