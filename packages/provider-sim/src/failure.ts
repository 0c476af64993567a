import { tooManyBytes } from "./rules/body-rules.ts";
import type { RuleViolation, Vendor } from "./rules/rule.ts";

/** A failure of the provider that does not depend on the request. */
export type FailureName =
  | "rate-limit"
  | "request-tokens"
  | "overloaded"
  | "server-error"
  | "too-many-bytes"
  | "refusal"
  | "overflow"
  | "stream-overflow"
  | "stream-error"
  | "empty"
  | "stall"
  | "hang-up";

/** The description of a failure, as printed by `--rules`. */
export type FailureFacts = {
  readonly name: FailureName;
  /** What the client receives, as a sentence. */
  readonly happens: string;
  readonly sources: readonly string[];
};

export const failures: readonly FailureFacts[] = [
  {
    name: "rate-limit",
    happens: "429: too many tokens per minute.",
    sources: ["FoundationAgents/MetaGPT#523", "anthropics/claude-code#50919"],
  },
  {
    name: "request-tokens",
    happens: "429: the request alone exceeds the tokens per minute.",
    sources: ["DrShushen/climb#13", "Aider-AI/aider#1880", "FoundationAgents/OpenManus#746"],
  },
  {
    name: "overloaded",
    happens: "529 from Anthropic, 503 from OpenAI.",
    sources: ["Anthropic documentation: Errors", "OpenAI documentation: Error codes"],
  },
  {
    name: "server-error",
    happens: "500.",
    sources: ["Anthropic documentation: Errors", "OpenAI documentation: Error codes"],
  },
  {
    name: "too-many-bytes",
    happens: "413: the body is too large.",
    sources: ["anomalyco/opencode#12060", "openai/codex#7682"],
  },
  {
    name: "refusal",
    happens: "400 with the text of the step as its message, in the words of another server.",
    sources: ["anomalyco/opencode#17746", "openclaw/openclaw#22847", "microsoft/vscode#306919"],
  },
  {
    name: "overflow",
    happens: "400: the context window is exceeded, regardless of the size of the request.",
    sources: ["chathub-dev/chathub#126", "the-open-agent/openagent#2344", "kortix-ai/suna#217"],
  },
  {
    name: "stream-overflow",
    happens:
      "200, then an error in the stream that the window is exceeded: `response.failed`, an error chunk or an `error` event. Without a stream, Responses returns 200 with `status: failed`, the others 400.",
    sources: ["james-6-23/codex2api#310", "dyad-sh/dyad#1672", "maximhq/bifrost#4413"],
  },
  {
    name: "stream-error",
    happens: "200, then an error in the stream that the server failed or is overloaded.",
    sources: ["Anthropic documentation: Streaming Messages, Error events", "openai/codex#4116"],
  },
  {
    name: "empty",
    happens: "200 with a stream without events, or with an empty answer.",
    sources: ["maximhq/bifrost#4413", "NousResearch/hermes-agent#52289"],
  },
  {
    name: "stall",
    happens:
      "The text, then no more events until the client gives up or the provider is disposed of.",
    sources: ["openclaw/openclaw#46889", "zed-industries/zed#59014"],
  },
  {
    name: "hang-up",
    happens: "The text, then the connection breaks.",
    sources: ["openai/codex#4116"],
  },
];

/** Returns the vendor's error for a failure. */
export function failureViolation(
  name: Exclude<
    FailureName,
    "refusal" | "overflow" | "stream-overflow" | "empty" | "stall" | "hang-up"
  >,
  vendor: Vendor,
  request: { readonly model: string; readonly tokens: number },
): RuleViolation {
  if (name === "too-many-bytes") return tooManyBytes(vendor);
  return vendor === "openai" ? openaiFailure(name, request) : anthropicFailure(name);
}

type Worded = "rate-limit" | "request-tokens" | "overloaded" | "server-error" | "stream-error";

const MORE = "Visit https://platform.openai.com/account/rate-limits to learn more.";

function openaiFailure(
  name: Worded,
  { model, tokens }: { readonly model: string; readonly tokens: number },
): RuleViolation {
  const tooMany = { status: 429, type: "tokens", code: "rate_limit_exceeded" };
  switch (name) {
    case "rate-limit":
      return {
        ...tooMany,
        message: `Rate limit reached for ${model} in organization org-sim on tokens per min (TPM): Limit 30000, Used 29000, Requested ${tokens}. Please try again in 9.816s. ${MORE}`,
      };
    case "request-tokens":
      return {
        ...tooMany,
        message: `Request too large for ${model} in organization org-sim on tokens per min (TPM): Limit ${Math.max(0, tokens - 1)}, Requested ${tokens}. The input or output tokens must be reduced in order to run successfully. ${MORE}`,
      };
    case "overloaded":
      return {
        status: 503,
        type: "server_error",
        message: "The engine is currently overloaded, please try again later",
      };
    default:
      return {
        status: 500,
        type: "server_error",
        code: "server_error",
        message: "The server had an error while processing your request. Sorry about that!",
      };
  }
}

function anthropicFailure(name: Worded): RuleViolation {
  switch (name) {
    case "rate-limit":
      return {
        status: 429,
        type: "rate_limit_error",
        message: "This request would exceed your account's rate limit. Please try again later.",
      };
    case "request-tokens":
      return {
        status: 429,
        type: "rate_limit_error",
        message:
          "This request would exceed the rate limit for your organization of 20,000 input tokens per minute. For details, refer to: https://docs.anthropic.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later. You may also contact sales at https://www.anthropic.com/contact-sales to discuss your options for a rate limit increase.",
      };
    case "server-error":
      return { status: 500, type: "api_error", message: "Internal server error" };
    default:
      return { status: 529, type: "overloaded_error", message: "Overloaded" };
  }
}
