import { describe, expect, test } from "vitest";
import { workingTime } from "../../core/test/working-time.ts";
import { readProviderError } from "../src/classify.ts";
import { OVERFLOW_EXAMPLES, VAGUE_EXAMPLES } from "./support/wording-examples.ts";

describe("the numbers in an error", () => {
  const told: readonly (readonly [limit: number | null, asked: number | null, begins: string])[] = [
    [200_000, 213_462, "prompt is too long"],
    [200_000, 242_959, "input length and `max_tokens`"],
    [278_528, 330_095, "prompt tokens (330095)"],
    [272_000, 301_450, "Input tokens exceed the configured limit"],
    [262_144, 265_330, "400 Input length"],
    [1_048_576, 2_845_475, "The input token count"],
    [131_072, 537_812, "This model's maximum prompt length"],
    [32_768, 42_832, "This endpoint's maximum context length"],
    [131_072, 140_000, "Input length 140000"],
    [262_144, 400_013, "The input (400013 tokens)"],
    [64_000, 138_898, "prompt token count of 138898"],
    [256, 1407, '{"error":{"code":500'],
    [1800, 2065, "ValueError: Requested tokens"],
    [8192, 9000, "requested tokens (9000)"],
    [4096, 25_938, "The prompt (total length 25938)"],
    [32_768, 111_490, "Trying to keep the first"],
    [262_144, 269_030, "Invalid request: Your request exceeded"],
    [131_072, 170_544, "Prompt contains 170544"],
    [202_752, 204_703, "number of input tokens"],
    [131_072, 131_134, "This model's maximum context length is 131072"],
    [4096, 4097, "This model's maximum context length is 4096"],
    [256_000, 256_468, "Prompt has 256468"],
    [8192, 9120, "Prompt tokens (9120)"],
    [2048, 6354, "too many tokens: total number"],
    [null, null, "invalid params, context window exceeds limit (2013)"],
    [500, null, "chat history exceeds the 500-message limit"],
    [null, null, "Prompt too long"],
  ];

  test.each(told)("%s, asked for %s: %s", (limitTokens, askedTokens, begins) => {
    const [, example] =
      [...OVERFLOW_EXAMPLES, ...VAGUE_EXAMPLES].find(([, text]) => text.startsWith(begins)) ?? [];
    if (example === undefined) throw new Error(`no wording begins with ${begins}`);
    const error = new Error("failed", { cause: { status: 400, error: { message: example } } });
    const { limit = null, asked = null } = readProviderError(error).limit ?? {};
    expect({ limit, asked }).toEqual({ limit: limitTokens, asked: askedTokens });
  });

  test("are found in linear time", () => {
    const texts = ["9".repeat(200_000), "9 ".repeat(100_000), "tokens 999 exceeds ".repeat(9_000)];
    const work = (): void => texts.forEach((text) => readProviderError(new Error(text)));
    expect(workingTime(work)).toBeLessThan(1_000);
  });
});

test.each([
  ["context window full: need 210000, have 200000", 200_000, 210_000],
  ["Der Prompt ist zu lang: 12000 Token, erlaubt sind 8192", 8_192, 12_000],
  ["输入的token数量为40960，超过了模型支持的最大长度32768", 32_768, 40_960],
  ["入力トークン数が上限の128000を超えました（129500）", 128_000, 129_500],
])("the smaller of two sizes is the limit: %s", (text, limit, asked) => {
  expect(readProviderError(new Error(text)).limit).toEqual({ unit: "tokens", limit, asked });
});

test.each([
  "Prompt exceeds the model's context size by 3511 tokens",
  "Der Prompt überschreitet das Kontextfenster um 3511 Token",
])("an excess is not the limit: %s", (text) => {
  expect(readProviderError(new Error(text))).toEqual({ class: "context-overflow", limit: null });
});
