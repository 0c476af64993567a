import { assistantMessage, CutpointError, toolMessage, userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { get_encoding } from "tiktoken";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { LONGEST_RUN, splitRuns } from "../src/split-runs.ts";
import { createTiktokenEstimator, type TiktokenEstimator } from "../src/tiktoken-estimator.ts";

const encoding = get_encoding("o200k_base");
const exact = (text: string): number => encoding.encode_ordinary(text).length;
let estimator: TiktokenEstimator;

beforeAll(async () => {
  estimator = await createTiktokenEstimator();
});
afterAll(() => {
  estimator[Symbol.dispose]();
  encoding.free();
});

const hostileCharacter = fc.constantFrom(
  "a",
  "Q",
  " ",
  "\n",
  "\t",
  "=",
  "的",
  "é",
  "😀",
  "\ud83d",
  "\udc00",
  "─",
);
const run = fc
  .tuple(hostileCharacter, fc.integer({ min: 1, max: 700 }))
  .map(([character, count]) => character.repeat(count));
const anyText = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), run), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

describe("counts", () => {
  test.each([
    "",
    "The quick brown fox jumps over the lazy dog.",
    '{"path":"/src/index.ts","old_string":"return  1;"}',
    "これはペンです。 Привет, мир! 안녕하세요 สวัสดี",
    "<|endoftext|> is plain text here",
  ])("exactly as the tokenizer does: %j", (text) => {
    expect(estimator.estimateText(text)).toBe(exact(text));
  });

  test("the cl100k_base vocabulary too", async () => {
    await using other = await createTiktokenEstimator({ encoding: "cl100k_base" });
    const reference = get_encoding("cl100k_base");
    const text = "Antidisestablishmentarianism, 東京特許許可局";
    expect(other.estimateText(text)).toBe(reference.encode_ordinary(text).length);
    expect(other.name).toBe("tiktoken/cl100k_base");
    reference.free();
  });

  test("the envelope, and the name and arguments of a call", () => {
    const call = { callId: "c1", name: "read_file", arguments: '{"path":"a.ts"}' };
    expect(estimator.estimate(userMessage("hello world"))).toBe(4 + exact("hello world"));
    expect(estimator.estimate(assistantMessage("ok", [call]))).toBe(
      4 + exact("ok") + 4 + exact(call.name) + exact(call.arguments),
    );
    expect(estimator.estimate(toolMessage(call, "done"))).toBe(4 + 4 + exact("done"));
  });

  test("property: the count differs by at most five tokens per cut", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cuts = Math.max(0, splitRuns(text).length - 1);
        expect(Math.abs(estimator.estimateText(text) - exact(text))).toBeLessThanOrEqual(5 * cuts);
      }),
      cases(150),
    );
  });
});

describe("runs", () => {
  test("property: the pieces form the text, and no piece has a run that is too long", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = splitRuns(text);
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) {
          expect(piece).not.toMatch(/[\p{L}\p{M}]{130}|\s{130}/u);
          expect(piece.isWellFormed() || !text.isWellFormed()).toBe(true);
        }
      }),
      cases(),
    );
  });

  test("an ordinary text stays whole", () => {
    const text = "const answer = compute(42); // why not?\n".repeat(200);
    expect(splitRuns(text)).toEqual([text]);
    expect(splitRuns("x".repeat(LONGEST_RUN))).toHaveLength(1);
    expect(splitRuns("x".repeat(LONGEST_RUN + 1))).toHaveLength(2);
  });
});

test("after disposal, calls throw closed, and other estimators count as before", async () => {
  const other = await createTiktokenEstimator();
  other[Symbol.dispose]();
  await other[Symbol.asyncDispose]();
  expect(() => other.estimateText("x")).toThrow(expect.objectContaining({ code: "closed" }));
  expect(estimator.estimateText("x")).toBe(1);
});

test("an unknown encoding is rejected, and the error lists the known ones", async () => {
  const options = JSON.parse('{"encoding":"p50k_base"}') as object;
  const refusal = createTiktokenEstimator(options);
  await expect(refusal).rejects.toThrow(CutpointError);
  await expect(refusal).rejects.toThrow(
    /encoding is "p50k_base": expected o200k_base or cl100k_base/,
  );
});
