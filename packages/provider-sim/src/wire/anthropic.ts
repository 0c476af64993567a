import type { IncomingHttpHeaders } from "node:http";
import type { Memory } from "../memory.ts";
import type { Prompt } from "../prompt.ts";
import { anthropicCacheRules } from "../rules/anthropic-cache.ts";
import { anthropicCompactionRules } from "../rules/anthropic-compaction.ts";
import { anthropicTextRules } from "../rules/anthropic-text.ts";
import { anthropicThinkingRules } from "../rules/anthropic-thinking.ts";
import { anthropicToolRules } from "../rules/anthropic-tools.ts";
import { anthropicOverflow, anthropicWindowRules } from "../rules/anthropic-window.ts";
import type { RuleViolation } from "../rules/rule.ts";
import { anthropicShapeViolation } from "../rules/shape.ts";
import { failAnthropic, writeAnthropic, writeCount } from "./anthropic-answer.ts";
import {
  anthropicCountRequest,
  type AnthropicRequest,
  anthropicRequest,
  readAnthropic,
} from "./anthropic-request.ts";
import { dropsMismatches, mismatchedThinking, withoutThinking } from "./bound-thinking.ts";
import { defineEndpoint, type Endpoint, type WriteContext } from "./endpoint.ts";

const shared = {
  vendor: "anthropic",
  shapeRule: {
    id: "anthropic/shape",
    refuses: "a missing field or a field of another type",
    sources: ["tickernelz/opencode-mem#50", "Anthropic API reference: Create a Message"],
  },
  shapeViolation: anthropicShapeViolation,
  read: readVisible,
  complete: withBinding,
  fail: (request: AnthropicRequest, violation: RuleViolation, writeContext: WriteContext) =>
    failAnthropic(withoutWithheld(request), violation, writeContext),
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
    ...anthropicCompactionRules,
    ...anthropicTextRules,
    ...anthropicToolRules,
    ...anthropicThinkingRules,
    ...anthropicWindowRules,
  ],
  write: (request, writeContext) => writeAnthropic(withoutWithheld(request), writeContext),
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

/** Adds the beta header and the mismatched thinking to a request. */
function withBinding(
  request: AnthropicRequest,
  _: Memory,
  headers: IncomingHttpHeaders,
): AnthropicRequest {
  const betas = String(headers["anthropic-beta"] ?? "")
    .split(",")
    .map((beta) => beta.trim());
  return { ...request, betas, mismatched: mismatchedThinking(request) };
}

/** Removes the thinking that the request asks to drop. */
function withoutWithheld(request: AnthropicRequest): AnthropicRequest {
  return withoutThinking(request, withheldPaths(request));
}

function readVisible(request: AnthropicRequest): Prompt {
  return { ...readAnthropic(withoutWithheld(request)), withheldReasoning: withheldPaths(request) };
}

function withheldPaths(request: AnthropicRequest): readonly string[] {
  return dropsMismatches(request) ? (request.mismatched ?? []).map(({ path }) => path) : [];
}
