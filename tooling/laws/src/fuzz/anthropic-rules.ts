import type { Message } from "@cutpoint/core";
import { toProvider } from "../../../../packages/cli/src/provider-messages.ts";
import { anthropicTextRules } from "../../../../packages/provider-sim/src/rules/anthropic-text.ts";
import { anthropicToolRules } from "../../../../packages/provider-sim/src/rules/anthropic-tools.ts";
import { createMemory } from "../../../../packages/provider-sim/src/memory.ts";
import type { AnthropicRequest } from "../../../../packages/provider-sim/src/wire/anthropic-request.ts";

/**
 * Rules that a compaction cannot break: the end of a request is the caller's, fields and inputs are the converter's, and
 * generated signatures are of no thinking.
 */
const LEFT_OUT: readonly string[] = [
  "anthropic/prefill",
  "anthropic/trailing-space",
  "anthropic/changed-thinking",
  "anthropic/invalid-signature",
  "anthropic/no-messages",
  "anthropic/role",
  "anthropic/unknown-field",
  "anthropic/invalid-arguments",
];

const RULES = [...anthropicTextRules, ...anthropicToolRules].filter(
  ({ id }) => !LEFT_OUT.includes(id),
);

const context = { tokens: () => 0, windowTokens: 1_000_000, memory: createMemory() };

/** Returns the rules by which Anthropic refuses messages in a request with thinking. */
export function anthropicViolations(messages: readonly Message[]): readonly string[] {
  const body = toProvider(messages, "anthropic", "anthropic-messages") as AnthropicRequest;
  const request: AnthropicRequest = {
    model: "claude-sonnet-4-5",
    max_tokens: 8_000,
    thinking: { type: "enabled", budget_tokens: 4_000 },
    messages: body.messages,
  };
  return RULES.flatMap(({ check, id }) => (check(request, context) === null ? [] : [id]));
}
