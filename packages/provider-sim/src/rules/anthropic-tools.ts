import type { AnthropicRequest } from "../wire/anthropic-request.ts";
import { bindsThinking } from "../wire/claude-model.ts";
import { checkSignature } from "../wire/thinking-signature.ts";
import { leadingResults, ofType, type Turn, turnsOf } from "./anthropic-turns.ts";
import type { Rule } from "./rule.ts";

const THINKING: readonly string[] = ["thinking", "redacted_thinking"];

/** Rules about calls, their results, and the thinking before them. */
export const anthropicToolRules: readonly Rule<AnthropicRequest>[] = [
  {
    id: "anthropic/invalid-arguments",
    refuses: "a call whose input is not an object",
    sources: [
      "anthropics/anthropic-sdk-typescript#648",
      "anthropics/claude-code#6696",
      "prism-php/prism#659",
    ],
    check: (request) => {
      const calls = turnsOf(request).flatMap((turn) => ofType(turn, "tool_use"));
      const invalidCall = calls.find(({ block }) => !isObject(block.input));
      return invalidCall === undefined
        ? null
        : `${invalidCall.path}.tool_use.input: Input should be a valid dictionary`;
    },
  },
  {
    id: "anthropic/duplicate-call",
    refuses: "two calls with one id",
    sources: ["trycua/cua#524"],
    check: (request) => {
      const calls = turnsOf(request).flatMap((turn) => ofType(turn, "tool_use"));
      const seen = new Set<string | undefined>();
      for (const { block, path } of calls) {
        if (seen.has(block.id)) return `${path}: \`tool_use\` ids must be unique`;
        seen.add(block.id);
      }
      return null;
    },
  },
  {
    id: "anthropic/duplicate-result",
    refuses: "two results for one call",
    sources: ["vectorize-io/hindsight#4250"],
    check: (request) => findInTurns(request, duplicateResult),
  },
  {
    id: "anthropic/orphan-result",
    refuses: "a result whose call is not in the turn right before it",
    sources: [
      "anthropics/claude-code#18947",
      "anthropics/claude-code#13460",
      "openclaw/openclaw#7527",
    ],
    check: (request) => findInTurns(request, orphanResult),
  },
  {
    id: "anthropic/unanswered-call",
    refuses: "a call whose result is not at the beginning of the turn right after it",
    sources: [
      "anthropics/claude-code#8612",
      "OpenHands/OpenHands#7512",
      "Anthropic documentation: How to implement tool use",
    ],
    check: (request) => findInTurns(request, unansweredCall),
  },
  {
    id: "anthropic/changed-thinking",
    refuses: "thinking of the latest answer that was changed",
    sources: ["anthropics/claude-code#63284", "can1357/oh-my-pi#1531"],
    check: (request) => {
      const latest = turnsOf(request).findLast(({ role }) => role === "assistant");
      const changed = ofType(latest, "thinking").find(
        ({ block }) => checkSignature(block.thinking ?? "", block.signature ?? "") === "changed",
      );
      return changed === undefined
        ? null
        : `${changed.path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;
    },
  },
  {
    id: "anthropic/invalid-signature",
    refuses: "thinking without a signature, or with the signature of other thinking",
    sources: ["NousResearch/hermes-agent#24107", "NousResearch/hermes-agent#17890"],
    check: (request) => {
      const invalidOne = turnsOf(request)
        .flatMap((turn) => ofType(turn, "thinking"))
        .find(({ block }) => {
          const found = checkSignature(block.thinking ?? "", block.signature ?? "");
          return found === "changed" || found === "invalid";
        });
      return invalidOne === undefined
        ? null
        : `${invalidOne.path}: Invalid \`signature\` in \`thinking\` block`;
    },
  },
  {
    id: "anthropic/final-thinking",
    refuses: "an answer that ends with thinking",
    sources: [
      "tailcallhq/forgecode#2107",
      "tailcallhq/forgecode#3071",
      "NousResearch/hermes-agent#16921",
    ],
    check: (request) => {
      const turn = turnsOf(request).find(
        ({ role, blocks }) =>
          role === "assistant" && THINKING.includes(blocks.at(-1)?.block.type ?? ""),
      );
      return turn === undefined
        ? null
        : `messages.${turn.index}: The final block in an assistant message cannot be \`thinking\`.`;
    },
  },
  {
    id: "anthropic/missing-thinking",
    refuses:
      "with `thinking` enabled, calls with new results but without their thinking, before Claude Fable 5.1 and Opus 5.5",
    sources: ["lbjlaq/Antigravity-Manager#139", "RooCodeInc/Roo-Code#10351"],
    check: (request) =>
      request.thinking?.type === "enabled" && !bindsThinking(request.model)
        ? missingThinking(request)
        : null,
  },
  {
    id: "anthropic/thinking-budget",
    refuses: "`max_tokens` that is not above the thinking budget",
    sources: ["ProfSynapse/nexus#17"],
    check: ({ thinking, max_tokens: most = Number.POSITIVE_INFINITY }) =>
      thinking?.type === "enabled" && most <= (thinking.budget_tokens ?? 0)
        ? "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size"
        : null,
  },
];

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findInTurns(
  request: AnthropicRequest,
  checkEach: (turn: Turn, before: Turn | undefined, after: Turn | undefined) => string | null,
): string | null {
  const turns = turnsOf(request);
  for (const [index, turn] of turns.entries()) {
    const violation = checkEach(turn, turns[index - 1], turns[index + 1]);
    if (violation !== null) return violation;
  }
  return null;
}

function duplicateResult(turn: Turn): string | null {
  const seen = new Set<string | undefined>();
  for (const { block, path } of ofType(turn, "tool_result")) {
    if (seen.has(block.tool_use_id))
      return `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${block.tool_use_id}`;
    seen.add(block.tool_use_id);
  }
  return null;
}

function orphanResult(turn: Turn, before: Turn | undefined): string | null {
  const calls = new Set(ofType(before, "tool_use").map(({ block }) => block.id));
  const orphan = ofType(turn, "tool_result").find(({ block }) => !calls.has(block.tool_use_id));
  return orphan === undefined
    ? null
    : `${orphan.path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan.block.tool_use_id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
}

function unansweredCall(turn: Turn, _: Turn | undefined, after: Turn | undefined): string | null {
  const answered = new Set(leadingResults(after).map(({ block }) => block.tool_use_id));
  const open = ofType(turn, "tool_use").filter(({ block }) => !answered.has(block.id));
  return open.length === 0
    ? null
    : `messages.${turn.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.map(({ block }) => block.id).join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

/** Checks the calls that the last turn answers. */
function missingThinking(request: AnthropicRequest): string | null {
  const [calling, answering] = turnsOf(request).slice(-2);
  const first = calling?.role === "assistant" ? calling.blocks[0] : undefined;
  if (first === undefined || ofType(answering, "tool_result").length === 0) return null;
  return THINKING.includes(first.block.type)
    ? null
    : `${first.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.block.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`;
}
