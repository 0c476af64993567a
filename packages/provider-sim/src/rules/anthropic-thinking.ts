import type { AnthropicRequest } from "../wire/anthropic-request.ts";
import { dropsMismatches, mismatchMessage, wantsBindingControls } from "../wire/bound-thinking.ts";
import { hasBindingControls } from "../wire/claude-model.ts";
import type { Rule } from "./rule.ts";

const BEHAVIORS: readonly unknown[] = [undefined, null, "error", "drop_block"];

/** Rules about thinking that is bound to the messages before it. */
export const anthropicThinkingRules: readonly Rule<AnthropicRequest>[] = [
  {
    id: "anthropic/block-binding",
    refuses:
      "`thinking.block_binding` for models before Claude Opus 4.7, without its beta header or with thinking disabled, and an unknown behavior",
    sources: [
      "Claude documentation: Fix thinking blocks bound to a different conversation",
      "earendil-works/pi: packages/ai 1.5.2, api/bedrock-converse-stream and api/anthropic-messages",
    ],
    check: (request) => {
      const { model, thinking } = request;
      const binding = thinking?.block_binding;
      if (thinking === null || thinking === undefined || binding === undefined || binding === null)
        return null;
      const path = `thinking.${thinking.type}.block_binding`;
      if (
        !hasBindingControls(model) ||
        !wantsBindingControls(request) ||
        thinking.type === "disabled"
      )
        return `${path}: Extra inputs are not permitted`;
      return BEHAVIORS.includes(binding.prefix_mismatch_behavior)
        ? null
        : `${path}.prefix_mismatch_behavior: Input should be 'error' or 'drop_block'`;
    },
  },
  {
    id: "anthropic/bound-thinking",
    refuses:
      "thinking after a system text, tools or messages that it was not created with, since Claude Fable 5.1 and Opus, Sonnet and Haiku 5.5",
    sources: [
      "anomalyco/opencode#48637",
      "kirodotdev/KiroCrew#11513",
      "earendil-works/pi#9391",
      "Claude documentation: Prefix checks on thinking blocks",
    ],
    check: (request) => {
      const [first] = request.mismatched ?? [];
      return first === undefined || dropsMismatches(request)
        ? null
        : mismatchMessage(first, request);
    },
  },
];
