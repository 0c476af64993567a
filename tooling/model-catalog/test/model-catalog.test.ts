import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createModelCatalog, modelCatalog } from "@cutpoint/models";
import { describe, expect, test } from "vitest";
import { KNOWN_MODELS } from "../../../packages/models/src/known-models.ts";
import { modelDataSource } from "../src/model-rows.ts";

const committed = readFileSync(
  join(import.meta.dirname, "../../../packages/models/src/model-data.ts"),
  "utf8",
);

describe("the model catalog", () => {
  test("equals the output of the program for the installed package", () => {
    expect(committed).toBe(modelDataSource());
    expect(Object.keys(KNOWN_MODELS).length).toBeGreaterThan(150);
  });

  test("finds a model by its name, with a provider before it or a date after it", () => {
    const catalog = createModelCatalog({ "some-model": { windowTokens: 1000 } });
    for (const name of [
      "some-model",
      "vendor/some-model",
      "some-model-2026-01-31",
      "some-model-20260131",
      "some-model-latest",
    ])
      expect(catalog(name)).toEqual({ windowTokens: 1000 });
  });

  test("returns nothing for unknown models, even with similar names", () => {
    const catalog = createModelCatalog({ "some-model": { windowTokens: 1000 } });
    for (const name of ["some", "some-model-mini", "some-model.5", "toString", ""])
      expect(catalog(name)).toBeNull();
  });

  test.each([
    ["claude-opus-4-5", 200_000, 64_000],
    ["claude-sonnet-4-5", 200_000, 64_000],
    ["claude-opus-5", 1_000_000, 128_000],
    ["claude-opus-5-5", 1_000_000, 128_000],
    ["claude-haiku-5-5", 1_000_000, 128_000],
    ["claude-fable-5-2", 1_000_000, 128_000],
    ["gpt-5.2", 400_000, 128_000],
    ["gpt-6-sol", 1_050_000, 128_000],
    ["gemini-3-pro", 1_000_000, 64_000],
    ["gemini-3-pro-preview", 1_000_000, 64_000],
  ])("knows %s", (name, windowTokens, outputTokens) => {
    expect(modelCatalog(name)).toMatchObject({ windowTokens, outputTokens });
  });

  test.each([
    ["claude-opus-4-5-20251101", "claude-opus-4-5"],
    ["claude-opus-5-5-latest", "claude-opus-5-5"],
    ["anthropic/claude-opus-5-5", "claude-opus-5-5"],
    ["anthropic/claude-opus-4.5", "claude-opus-4-5"],
    ["openrouter/anthropic/claude-opus-5.5:thinking", "claude-opus-5-5"],
    ["claude-sonnet-4-5@20250929", "claude-sonnet-4-5"],
    ["anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"],
    ["us.anthropic.claude-opus-4-6-v1", "claude-opus-4-6"],
    [
      "arn:aws:bedrock:us-east-1:123456789012:inference-profile/global.anthropic.claude-haiku-5-5",
      "claude-haiku-5-5",
    ],
    ["global.openai.gpt-6-sol", "gpt-6-sol"],
    ["openai/gpt-5.2", "gpt-5.2"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["us.amazon.nova-pro-v1:0", "nova-pro"],
    ["openai.gpt-oss-120b-1:0", "gpt-oss-120b"],
    ["MiniMax-M3", "minimax-m3"],
  ])("finds %s as %s", (written, name) => {
    expect(modelCatalog(name)).not.toBeNull();
    expect(modelCatalog(written)).toBe(modelCatalog(name));
  });

  test("uses the values of a dated model if it has its own", () => {
    expect(modelCatalog("gpt-4o-2024-05-13")?.outputTokens).toBe(4096);
    expect(modelCatalog("gpt-4o")?.outputTokens).toBe(16_384);
  });

  test("contains prices with steps, cache lifetimes and request limits", () => {
    expect(modelCatalog("claude-haiku-5-5")).toEqual({
      windowTokens: 1_000_000,
      outputTokens: 128_000,
      requestImages: 600,
      requestBytes: 33_554_432,
      cacheTtlMs: { short: 300_000, long: 3_600_000 },
      bindsThinking: true,
      prices: {
        input: 0.1,
        output: 0.5,
        cacheRead: 0.01,
        cacheWrite: 0.125,
        above: [
          { inputTokens: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 },
        ],
      },
    });
    expect(modelCatalog("gpt-5-pro")?.prices).toEqual({ input: 15, output: 120 });
    expect(modelCatalog("gpt-6-sol")?.cacheTtlMs).toEqual({ short: 1_800_000, long: 43_200_000 });
    expect(modelCatalog("qwen3.8-max")).toEqual({ windowTokens: 1_000_000, outputTokens: 131_072 });
  });

  test("every row has a window and an output limit that fits it", () => {
    for (const row of committed.split("\n").filter((line) => /^[\w.-]+ \d/u.test(line))) {
      const [name = ""] = row.split(" ");
      const { windowTokens = 0, outputTokens = 0 } = modelCatalog(name) ?? {};
      expect(windowTokens, name).toBeGreaterThan(4000);
      expect(outputTokens, name).toBeGreaterThan(0);
      expect(outputTokens, name).toBeLessThanOrEqual(windowTokens);
    }
  });
});
