import { anthropicCacheRules } from "../rules/anthropic-cache.ts";
import { anthropicTextRules } from "../rules/anthropic-text.ts";
import { anthropicToolRules } from "../rules/anthropic-tools.ts";
import { anthropicOverflow, anthropicWindowRules } from "../rules/anthropic-window.ts";
import { anthropicShapeBreach } from "../rules/shape.ts";
import { failAnthropic, writeAnthropic, writeCount } from "./anthropic-answer.ts";
import {
  anthropicCountRequest,
  type AnthropicRequest,
  anthropicRequest,
  readAnthropic,
} from "./anthropic-request.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";

const shared = {
  vendor: "anthropic",
  shapeRule: {
    id: "anthropic/shape",
    refuses: "a field that is missing or of another type",
    sources: ["tickernelz/opencode-mem#50", "Anthropic API reference: Create a Message"],
  },
  shapeBreach: anthropicShapeBreach,
  read: readAnthropic,
  fail: failAnthropic,
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
    ...anthropicWindowRules,
  ],
  write: writeAnthropic,
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
