import { describe, expect, test } from "vitest";
import { createModelCatalog, modelCatalog } from "../../src/models.ts";
import { bindsThinking } from "../../src/compactor/bound-thinking.ts";

describe("whether a model binds thinking", () => {
  test.each([
    ["claude-opus-5-5", true],
    ["claude-fable-5-2", true],
    ["claude-haiku-5-5", true],
    ["claude-opus-5", false],
    ["claude-opus-4-5-20251101", false],
    ["us.anthropic.claude-3-7-sonnet-20250219-v1:0", false],
    ["gpt-6-sol", false],
  ])("is read from the catalog: %s, %s", (model, binds) => {
    expect(bindsThinking(model, {}, modelCatalog)).toBe(binds);
  });

  test.each([
    ["claude-opus-9", true],
    ["anthropic/claude-next", true],
    ["eu.anthropic.claude-sonnet-6-v1:0", true],
    ["llama-9", false],
  ])("is guessed for a model that the catalog does not know: %s, %s", (model, binds) => {
    expect(bindsThinking(model, {}, modelCatalog)).toBe(binds);
    expect(bindsThinking(model)).toBe(binds);
  });

  test("is guessed if the catalog has no entry for it", () => {
    const catalog = createModelCatalog({ "claude-own": { windowTokens: 1000 } });
    expect(bindsThinking("claude-own", {}, catalog)).toBe(true);
  });

  test("the caller's setting takes precedence over catalog and guess", () => {
    const settings = {
      "claude-opus-5-5": { bindsThinking: false },
      "deployment-7": { bindsThinking: true },
      "claude-opus-5": {},
    };
    expect(bindsThinking("claude-opus-5-5", settings, modelCatalog)).toBe(false);
    expect(bindsThinking("deployment-7", settings, modelCatalog)).toBe(true);
    expect(bindsThinking("claude-opus-5", settings, modelCatalog)).toBe(false);
    expect(bindsThinking("toString", settings, modelCatalog)).toBe(false);
  });
});
