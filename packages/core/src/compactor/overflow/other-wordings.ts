import type { Wording } from "./wording.ts";

/**
 * What looks like an overflow and is none, asked before anything else: a request that may be sent again unchanged, at
 * another time.
 */
export const WAIT_WORDINGS: readonly (Wording & { readonly means: "rate-limit" | "other" })[] = [
  {
    sentBy: "most",
    pattern: /\brate[ _-]?limit/i,
    example:
      "This request would exceed the rate limit for your organization of 20,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later.",
    means: "rate-limit",
  },
  {
    sentBy: "most",
    pattern: /too many requests/i,
    example: "429 Too Many Requests",
    means: "rate-limit",
  },
  {
    sentBy: "Bedrock",
    pattern: /throttl(?:ing|ed)/i,
    example: "ThrottlingException: Too many tokens, please wait before trying again.",
    means: "rate-limit",
  },
  {
    sentBy: "Bedrock, without its name",
    pattern: /too many (?:tokens|requests)[^.\n]{0,40}please wait/i,
    example: "Too many tokens per day, please wait before trying again.",
    means: "rate-limit",
  },
  {
    sentBy: "OpenAI, Groq",
    pattern: /\btokens? per (?:second|min|minute|hour|day)\b/i,
    example:
      "Request too large for gpt-4o on tokens per min: Limit 30000, Requested 30601. The input or output tokens must be reduced in order to run successfully.",
    means: "rate-limit",
  },
  {
    sentBy: "OpenAI, Groq, in short",
    pattern: /\b[TR]P[MD]\b/,
    example: "TPM limit reached: 30000 of 30000",
    means: "rate-limit",
  },
  {
    sentBy: "OpenAI, Google",
    pattern: /\b(?:insufficient_)?quota\b/i,
    example: "You exceeded your current quota, please check your plan and billing details.",
    means: "rate-limit",
  },
  {
    sentBy: "Google",
    pattern: /resource[ _](?:has been )?exhausted/i,
    example: '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}',
    means: "rate-limit",
  },
  {
    sentBy: "Azure",
    pattern: /retry[ -]after\b/i,
    example: "Too many tokens were used. Please retry after 26 seconds.",
    means: "rate-limit",
  },
  {
    sentBy: "OpenAI, Groq",
    pattern: /try again in \d/i,
    example: "Token limit exceeded, please try again in 4.77s.",
    means: "rate-limit",
  },
  {
    sentBy: "Bedrock, Google",
    pattern: /service (?:is )?(?:currently |temporarily )?unavailable/i,
    example: "Service unavailable: Bedrock is unable to process your request. Too many tokens.",
    means: "other",
  },
  {
    sentBy: "Anthropic",
    pattern: /\boverloaded(?:_error)?\b/i,
    example: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    means: "other",
  },
];

/** How providers and the proxies before them say that a request has too many bytes, whatever its tokens. */
export const BYTES_WORDINGS: readonly Wording[] = [
  {
    sentBy: "Anthropic, above 32 MB",
    pattern: /request_too_large/i,
    example:
      '413 {"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
  },
  {
    sentBy: "Anthropic, without its type",
    pattern: /request exceeds the maximum size/i,
    example: "Request exceeds the maximum size",
  },
  {
    sentBy: "proxies",
    pattern: /(?:payload|content|request body|request entity|entity) (?:is )?too large/i,
    example: "413 Request Entity Too Large",
  },
  {
    sentBy: "OpenAI, one text above 10 MB",
    pattern: /string_above_max_length/i,
    example: '{"error":{"code":"string_above_max_length","param":"input[3].output"}}',
  },
];
