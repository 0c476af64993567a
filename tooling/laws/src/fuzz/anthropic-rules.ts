import { type Message, userMessage } from "@cutpoint/core";
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
  const sent = messages.map((message) => (isUnreadable(message) ? userMessage("[data]") : message));
  const body = toProvider(sent, "anthropic", "anthropic-messages") as AnthropicRequest;
  const request: AnthropicRequest = {
    model: "claude-sonnet-4-5",
    max_tokens: 8_000,
    thinking: { type: "enabled", budget_tokens: 4_000 },
    messages: body.messages,
  };
  return RULES.flatMap(({ check, id }) => (check(request, context) === null ? [] : [id]));
}

/** A user message without text and files would be left out, and would no longer part the answers around it. */
function isUnreadable({ parts, role }: Message): boolean {
  return (
    role === "user" &&
    parts.every(
      (part) => part.type === "other" || (part.type === "text" && part.text.trim() === ""),
    )
  );
}
