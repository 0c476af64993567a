import { describe, expect, test } from "vitest";
import { bindsThinking } from "../../src/compactor/bound-thinking.ts";
import type { ModelCatalog } from "../../src/tokens/window.ts";

const windowTokens = 1000;
const modelCatalog: ModelCatalog = (model) => {
  if (model === "claude-opus-5-5") return { windowTokens, bindsThinking: true };
  if (model === "claude-opus-5") return { windowTokens, bindsThinking: false };
  return model === "gpt-6-sol" ? { windowTokens } : null;
};

describe("whether a model binds thinking", () => {
  test.each([
    ["claude-opus-5-5", true],
    ["claude-opus-5", false],
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
    expect(bindsThinking("claude-own", {}, () => ({ windowTokens }))).toBe(true);
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
