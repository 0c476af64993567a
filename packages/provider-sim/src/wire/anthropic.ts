import type { IncomingHttpHeaders } from "node:http";
import type { Memory } from "../memory.ts";
import type { Prompt } from "../prompt.ts";
import { anthropicCacheRules } from "../rules/anthropic-cache.ts";
import { anthropicTextRules } from "../rules/anthropic-text.ts";
import { anthropicThinkingRules } from "../rules/anthropic-thinking.ts";
import { anthropicToolRules } from "../rules/anthropic-tools.ts";
import { anthropicOverflow, anthropicWindowRules } from "../rules/anthropic-window.ts";
import type { RuleViolation } from "../rules/rule.ts";
import { anthropicShapeBreach } from "../rules/shape.ts";
import { failAnthropic, writeAnthropic, writeCount } from "./anthropic-answer.ts";
import {
  anthropicCountRequest,
  type AnthropicRequest,
  anthropicRequest,
  readAnthropic,
} from "./anthropic-request.ts";
import { dropsMismatches, mismatchedThinking, withoutThinking } from "./bound-thinking.ts";
import { defineEndpoint, type Endpoint, type Writing } from "./endpoint.ts";

const shared = {
  vendor: "anthropic",
  shapeRule: {
    id: "anthropic/shape",
    refuses: "a field that is missing or of another type",
    sources: ["tickernelz/opencode-mem#50", "Anthropic API reference: Create a Message"],
  },
  shapeBreach: anthropicShapeBreach,
  read: readShown,
  complete: withBinding,
  fail: (request: AnthropicRequest, breach: RuleViolation, writing: Writing) =>
    failAnthropic(shown(request), breach, writing),
  overflow: anthropicOverflow,
} as const;

export const anthropicMessages: Endpoint = defineEndpoint<AnthropicRequest>({
  ...shared,
  name: "anthropic-messages",
  path: "/messages",
  scripted: true,
  schema: anthropicRequest,
  rules: [
    ...anthropicCacheRules,
    ...anthropicTextRules,
    ...anthropicToolRules,
    ...anthropicThinkingRules,
    ...anthropicWindowRules,
  ],
  write: (request, writing) => writeAnthropic(shown(request), writing),
});

export const anthropicCountTokens: Endpoint = defineEndpoint<AnthropicRequest>({
  ...shared,
  name: "anthropic-count-tokens",
  path: "/messages/count_tokens",
  scripted: false,
  schema: anthropicCountRequest,
  rules: [...anthropicCacheRules, ...anthropicTextRules, ...anthropicToolRules],
  write: writeCount,
});

/** Adds the beta header, and looks once for thinking that does not belong where it is sent. */
function withBinding(
  request: AnthropicRequest,
  _: Memory,
  headers: IncomingHttpHeaders,
): AnthropicRequest {
  const betas = String(headers["anthropic-beta"] ?? "").split(/\s*,\s*/u);
  return { ...request, betas, mismatched: mismatchedThinking(request) };
}

/** The request without the thinking that it asks to leave out. */
function shown(request: AnthropicRequest): AnthropicRequest {
  return withoutThinking(request, withheldPaths(request));
}

function readShown(request: AnthropicRequest): Prompt {
  return { ...readAnthropic(shown(request)), withheldReasoning: withheldPaths(request) };
}

function withheldPaths(request: AnthropicRequest): readonly string[] {
  return dropsMismatches(request) ? (request.mismatched ?? []).map(({ path }) => path) : [];
}
