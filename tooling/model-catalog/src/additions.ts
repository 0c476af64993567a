import type { SourceModel } from "./source-models.ts";

/**
 * Claude models that accept thinking only after the messages that it was created with.
 *
 * From https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks (`supportedModels`).
 */
export const BINDING_MODELS: readonly string[] = [
  "claude-fable-5-1",
  "claude-fable-5-2",
  "claude-mythos-5-1",
  "claude-mythos-5-2",
  "claude-opus-5-5",
  "claude-sonnet-5-5",
  "claude-haiku-5-5",
];

/**
 * Cache lifetimes of OpenAI in seconds: the values of `prompt_cache_options.ttl`, for `gpt-5.6` and later models.
 *
 * From the declarations of the package openai 7.57.0.
 */
export const OPENAI_CACHE: {
  readonly models: RegExp;
  readonly seconds: { readonly short: number; readonly long: number };
} = { models: /^gpt-(?:5\.[6-9]|[6-9])/u, seconds: { short: 1800, long: 43_200 } };

/**
 * Models that the source has removed and hosts still use: Claude up to 4.1 on Bedrock and Vertex, which do not bind
 * thinking, and Gemini 3 Pro.
 *
 * From @earendil-works/pi-ai 0.74.0, `dist/models.generated.js` (MIT).
 */
export const RETIRED_MODELS: readonly SourceModel[] = [
  retired("claude-3-haiku", 200_000, 4096, [0.25, 1.25, 0.03, 0.3]),
  retired("claude-3-5-haiku", 200_000, 8192, [0.8, 4, 0.08, 1]),
  retired("claude-3-5-sonnet", 200_000, 8192, [3, 15, 0.3, 3.75]),
  retired("claude-3-7-sonnet", 200_000, 64_000, [3, 15, 0.3, 3.75]),
  retired("claude-opus-4-0", 200_000, 32_000, [15, 75, 1.5, 18.75]),
  retired("claude-opus-4", 200_000, 32_000, [15, 75, 1.5, 18.75]),
  retired("claude-opus-4-1", 200_000, 32_000, [15, 75, 1.5, 18.75]),
  retired("claude-sonnet-4-0", 200_000, 64_000, [3, 15, 0.3, 3.75]),
  retired("claude-sonnet-4", 200_000, 64_000, [3, 15, 0.3, 3.75]),
  retired("gemini-3-pro", 1_000_000, 64_000, [2, 12, 0.2, 0]),
];

/**
 * Names that vendors and hosts still accept and that the source does not list. Windows only, since prices changed.
 *
 * From the documentation of DeepSeek, xAI, Alibaba Cloud Model Studio and Moonshot AI.
 */
export const OTHER_NAMES: readonly SourceModel[] = [
  retired("deepseek-chat", 131_072, 8192, [0, 0, 0, 0]),
  retired("deepseek-reasoner", 131_072, 65_536, [0, 0, 0, 0]),
  retired("grok-4", 256_000, 256_000, [0, 0, 0, 0]),
  retired("grok-4-fast", 2_000_000, 30_000, [0, 0, 0, 0]),
  retired("qwen3-max", 262_144, 65_536, [0, 0, 0, 0]),
  retired("qwen3-coder-plus", 1_000_000, 65_536, [0, 0, 0, 0]),
  retired("kimi-k2", 131_072, 131_072, [0, 0, 0, 0]),
];

function retired(
  id: string,
  contextWindow: number,
  maxTokens: number,
  [input, output, cacheRead, cacheWrite]: readonly [number, number, number, number],
): SourceModel {
  return {
    id,
    type: "chat",
    contextWindow,
    maxTokens,
    cost: { input, output, cacheRead, cacheWrite },
  };
}
