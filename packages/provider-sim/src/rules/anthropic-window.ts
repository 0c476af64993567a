import type { AnthropicRequest } from "../wire/anthropic-request.ts";
import type { RuleViolation, Rule } from "./rule.ts";

/** Models that reject a `max_tokens` that may exceed the window. Newer models stop when the window is full. */
const REFUSES_LONG_OUTPUT = /^claude-(?:3-7|(?:opus|sonnet)-4(?:-[01])?(?:-\d{8})?$)/;

/** Rules about the window. They do not apply to `count_tokens`. */
export const anthropicWindowRules: readonly Rule<AnthropicRequest>[] = [
  {
    id: "anthropic/context-window",
    refuses: "more tokens than the window",
    sources: ["kortix-ai/suna#217", "Anthropic documentation: Context windows"],
    check: (_, { tokens, windowTokens }) =>
      tokens() <= windowTokens ? null : anthropicOverflow(tokens(), windowTokens),
  },
  {
    id: "anthropic/context-limit",
    refuses: "more tokens than the window, including `max_tokens`, from Claude 3.7 to 4.1",
    sources: ["docker/docker-agent#569", "anthropics/claude-code#4951", "anomalyco/opencode#798"],
    check: ({ model, max_tokens: output = 0 }, { tokens, windowTokens }) =>
      !REFUSES_LONG_OUTPUT.test(model) || tokens() + output <= windowTokens
        ? null
        : `input length and \`max_tokens\` exceed context limit: ${tokens()} + ${output} > ${windowTokens}, decrease input length or \`max_tokens\` and try again`,
  },
];

export function anthropicOverflow(tokens: number, windowTokens: number): RuleViolation {
  return {
    status: 400,
    message: `prompt is too long: ${tokens} tokens > ${windowTokens} maximum`,
  };
}
