import type { AnthropicRequest } from "../wire/anthropic-request.ts";
import type { Rule } from "./rule.ts";

const BETA = "compact-2026-09-04";

/** Whether a request asks for a compaction on demand. */
export function isCompactionRequest({ compaction }: AnthropicRequest): boolean {
  return compaction !== undefined && compaction !== null;
}

/** Rules about compactions on demand. */
export const anthropicCompactionRules: readonly Rule<AnthropicRequest>[] = [
  {
    id: "anthropic/compaction-beta",
    refuses: `\`compaction\` without the beta \`${BETA}\``,
    sources: ["Anthropic API reference: Create a Message (beta)"],
    check: (request) =>
      isCompactionRequest(request) && !(request.betas ?? []).includes(BETA)
        ? "compaction: Extra inputs are not permitted"
        : null,
  },
];
