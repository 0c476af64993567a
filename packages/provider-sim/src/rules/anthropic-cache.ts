import { ttlOf } from "../wire/anthropic-cache-points.ts";
import { type AnthropicRequest, blocksOf } from "../wire/anthropic-request.ts";
import type { Rule } from "./rule.ts";

const MOST_POINTS = 4;

/** Rules about cache points. */
export const anthropicCacheRules: readonly Rule<AnthropicRequest>[] = [
  {
    id: "anthropic/empty-cache-point",
    refuses: "a cache point on a text block without text",
    sources: ["anthropics/claude-code#55302", "NousResearch/hermes-agent#1216"],
    check: (request) => {
      const empty = cacheControlsOf(request).find(({ text }) => text === "");
      return empty === undefined
        ? null
        : `${empty.path}.text: cache_control cannot be set for empty text blocks`;
    },
  },
  {
    id: "anthropic/cache-points",
    refuses: "more than four cache points",
    sources: ["tghamm/Anthropic.SDK#50", "griffinmartin/opencode-claude-auth#121"],
    check: (request) => {
      const { length } = cacheControlsOf(request);
      return length <= MOST_POINTS
        ? null
        : `A maximum of ${MOST_POINTS} blocks with cache_control may be provided. Found ${length}.`;
    },
  },
];

/** Returns the blocks with a cache point. */
function cacheControlsOf({
  messages,
  system,
  tools,
}: AnthropicRequest): readonly { readonly path: string; readonly text?: string | undefined }[] {
  const named = (path: string, blocks: readonly unknown[]) =>
    blocks.flatMap((block, position) => {
      if (ttlOf(block) === null) return [];
      const { text } = block as { readonly text?: string };
      return [{ path: `${path}.${position}`, text }];
    });
  return [
    ...named("tools", tools ?? []),
    ...named("system", typeof system === "string" ? [] : (system ?? [])),
    ...messages.flatMap((message, index) => named(`messages.${index}.content`, blocksOf(message))),
  ];
}
