/**
 * What looks like an overflow and is none, asked before anything else: a request that may be sent again unchanged, once
 * the limit has passed. Before each, who says so.
 */
export const RATE_LIMIT_WORDINGS: readonly RegExp[] = [
  // most
  /\brate[ _-]?limit/i,
  // most
  /too many requests/i,
  // Bedrock
  /throttl(?:ing|ed)/i,
  // Bedrock, without its name
  /too many (?:tokens|requests)[^.\n]{0,40}please wait/i,
  // OpenAI, Groq
  /\btokens? per (?:second|min|minute|hour|day)\b/i,
  // OpenAI, Groq, in short
  /\b[TR]P[MD]\b/,
  // OpenAI, Google
  /\b(?:insufficient_)?quota\b/i,
  // Google
  /resource[ _](?:has been )?exhausted/i,
  // Azure
  /retry[ -]after\b/i,
  // OpenAI, Groq
  /try again in \d/i,
];

/** The same, where it is not the sender who is limited. */
export const OUTAGE_WORDINGS: readonly RegExp[] = [
  // Bedrock, Google
  /service (?:is )?(?:currently |temporarily )?unavailable/i,
  // Anthropic
  /\boverloaded(?:_error)?\b/i,
];

/** How providers and the proxies before them say that a request has too many bytes, whatever its tokens. */
export const BYTES_WORDINGS: readonly RegExp[] = [
  // Anthropic, above 32 MB
  /request_too_large/i,
  // Anthropic, without its type
  /request exceeds the maximum size/i,
  // proxies
  /(?:payload|content|request body|request entity|entity) (?:is )?too large/i,
  // OpenAI, one text above 10 MB
  /string_above_max_length/i,
];
