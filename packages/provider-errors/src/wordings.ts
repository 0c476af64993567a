/**
 * The meaning of a provider's error for the context.
 *
 * `context-overflow`: too many tokens; retry after a compaction only. `bound-thinking`: reasoning for other messages was
 * refused; retry without signed reasoning. `payload-too-large`: too many bytes, mostly images; retry after a compaction
 * too. `rate-limit`: retry the same request later. `other`: none of these.
 */
export type ProviderErrorClass =
  | "context-overflow"
  | "bound-thinking"
  | "payload-too-large"
  | "rate-limit"
  | "other";

/** How a sender words an error of one class. */
export type Wording = {
  readonly class: ProviderErrorClass;
  readonly sender: string;
  readonly pattern: RegExp;
  /** Whether the wording means nothing together with the status 429. */
  readonly unless429?: true;
};

/**
 * The wordings of providers, proxies and clients. The first one that matches decides.
 *
 * No pattern has an unbounded gap, so that a search takes O(n) time.
 */
export const WORDINGS: readonly Wording[] = [
  // Signed reasoning behind other messages than those it was made for.
  {
    class: "bound-thinking",
    sender: "Anthropic",
    pattern: /\bbound to a different conversation\b/i,
  },
  {
    class: "bound-thinking",
    sender: "Anthropic",
    pattern: /\binvalid `?signature`? in `?thinking`? block\b/i,
  },
  // Rate limits. Some look like an overflow, so they come first.
  { class: "rate-limit", sender: "Many providers", pattern: /\brate[ _-]?limit/i },
  { class: "rate-limit", sender: "Many providers", pattern: /too many requests/i },
  { class: "rate-limit", sender: "Bedrock", pattern: /throttl(?:ing|ed)/i },
  {
    class: "rate-limit",
    sender: "Bedrock",
    pattern: /too many (?:tokens|requests)[^.\n]{0,40}please wait/i,
  },
  {
    class: "rate-limit",
    sender: "OpenAI, Groq",
    pattern: /\btokens? per (?:second|min|minute|hour|day)\b/i,
  },
  { class: "rate-limit", sender: "OpenAI, Groq", pattern: /\b[TR]P[MD]\b/ },
  { class: "rate-limit", sender: "OpenAI, Google", pattern: /\b(?:insufficient_)?quota\b/i },
  { class: "rate-limit", sender: "Google", pattern: /resource[ _](?:has been )?exhausted/i },
  { class: "rate-limit", sender: "Azure", pattern: /retry[ -]after\b/i },
  { class: "rate-limit", sender: "OpenAI, Groq", pattern: /try again in \d/i },
  // Providers that are overloaded or unavailable.
  {
    class: "other",
    sender: "Bedrock, Google",
    pattern: /service (?:is )?(?:currently |temporarily )?unavailable/i,
  },
  { class: "other", sender: "Anthropic", pattern: /\boverloaded(?:_error)?\b/i },
  // More tokens or messages than the model accepts.
  {
    class: "context-overflow",
    sender: "Anthropic, Bedrock, Ollama",
    pattern: /\b(?:prompt|input) (?:is )?too long\b/i,
  },
  { class: "context-overflow", sender: "Anthropic", pattern: /exceed context limit/i },
  {
    class: "context-overflow",
    sender: "Bedrock Mantle, DS4",
    pattern: /prompt tokens \([\d,]+\) exceeds? (?:model maximum|context size)/i,
  },
  {
    class: "context-overflow",
    sender: "OpenAI",
    pattern: /exceeds (?:the|this)(?: model'?s)? context window/i,
  },
  {
    class: "context-overflow",
    sender: "OpenAI",
    pattern: /input tokens exceed the configured limit/i,
  },
  {
    class: "context-overflow",
    sender: "LiteLLM, Vertex, OpenAI-compatible servers",
    pattern: /exceed(?:s|ed)? (?:the )?(?:model'?s )?maximum context length/i,
  },
  {
    class: "context-overflow",
    sender: "LiteLLM",
    pattern: /context window exceeded for given call/i,
  },
  {
    class: "context-overflow",
    sender: "LiteLLM, LangChain and Strands, as the name of the error",
    pattern: /\bcontext(?:window|length)?(?:exceeded|overflow)(?:error|exception)\b/i,
  },
  {
    class: "context-overflow",
    sender: "Google",
    pattern: /input token count.{0,80}exceeds the maximum/i,
  },
  { class: "context-overflow", sender: "xAI", pattern: /maximum prompt length is \d/i },
  {
    class: "context-overflow",
    sender: "Groq",
    pattern: /reduce the length of the (?:input )?messages/i,
  },
  {
    class: "context-overflow",
    sender: "OpenRouter, vLLM",
    pattern: /maximum context length is \d/i,
  },
  {
    class: "context-overflow",
    sender: "OpenRouter over Poolside",
    pattern: /exceeds (?:the )?maximum allowed input length of [\d,]+/i,
  },
  {
    class: "context-overflow",
    sender: "Together, SGLang",
    pattern: /input \([\d,]+ tokens\) is longer than the model'?s context length/i,
  },
  {
    class: "context-overflow",
    sender: "GitHub Copilot",
    pattern: /token count of [\d,]+ exceeds the limit of [\d,]+/i,
  },
  {
    class: "context-overflow",
    sender: "GitHub Copilot",
    pattern: /model_max_prompt_tokens_exceeded/i,
  },
  {
    class: "context-overflow",
    sender: "llama.cpp",
    pattern: /exceeds the available context size/i,
  },
  { class: "context-overflow", sender: "llama.cpp", pattern: /exceed_context_size_error/i },
  {
    class: "context-overflow",
    sender: "llama-cpp-python",
    pattern: /requested tokens?.{0,40}exceeds?.{0,20}context (?:window|length|size)/i,
  },
  {
    class: "context-overflow",
    sender: "Local servers",
    pattern: /requested tokens?.{0,40}(?:exceeds?|greater than).{0,20}(?:n_ctx|context)/i,
  },
  {
    class: "context-overflow",
    sender: "Local servers",
    pattern: /context (?:window|length|size).{0,40}(?:exceeded|overflow|too small)/i,
  },
  {
    class: "context-overflow",
    sender: "vLLM and local servers",
    pattern: /(?:prompt|input).{0,60}(?:too long|too large).{0,60}(?:context|n_ctx)/i,
  },
  { class: "context-overflow", sender: "LM Studio", pattern: /greater than the context length/i },
  {
    class: "context-overflow",
    sender: "LM Studio",
    pattern: /model is loaded with context length of only [\d,]+/i,
  },
  { class: "context-overflow", sender: "MiniMax", pattern: /context window exceeds limit/i },
  { class: "context-overflow", sender: "Kimi", pattern: /exceeded model token limit/i },
  {
    class: "context-overflow",
    sender: "Mistral",
    pattern: /too large for model with \d+ maximum context length/i,
  },
  {
    class: "context-overflow",
    sender: "Z.ai and Anthropic, as a finish reason",
    pattern: /model_context_window_exceeded/i,
  },
  {
    class: "context-overflow",
    sender: "Z.ai",
    pattern: /tokens in request more than max tokens allowed/i,
  },
  {
    class: "context-overflow",
    sender: "SiliconFlow",
    pattern: /input tokens \([\d,]+\) has exceeded max_prompt_tokens/i,
  },
  {
    class: "context-overflow",
    sender: "Perplexity",
    pattern: /length of all messages is too long/i,
  },
  { class: "context-overflow", sender: "Ollama", pattern: /prompt filled the context window/i },
  {
    class: "context-overflow",
    sender: "vLLM",
    pattern: /requested \d+ output tokens and your prompt/i,
  },
  { class: "context-overflow", sender: "vLLM", pattern: /prompt contains.{0,40}\d+ input tokens/i },
  { class: "context-overflow", sender: "vLLM", pattern: /for a total of.{0,40}\d+ tokens/i },
  {
    class: "context-overflow",
    sender: "DS4",
    pattern: /configured context size is [\d,]+ tokens/i,
  },
  {
    class: "context-overflow",
    sender: "Gateways that count messages",
    pattern: /chat history exceeds the \d+-message limit/i,
  },
  {
    class: "context-overflow",
    sender: "Many providers",
    pattern: /context[_ ]length[_ ]exceeded/i,
  },
  // Also used for rate limits: ignored together with the status 429.
  {
    class: "context-overflow",
    sender: "Visual Studio Code",
    pattern: /exceeds (?:the )?token limit/i,
    unless429: true,
  },
  {
    class: "context-overflow",
    sender: "Cohere, Bedrock, many others",
    pattern: /too many (?:input )?tokens/i,
    unless429: true,
  },
  {
    class: "context-overflow",
    sender: "Many providers",
    pattern: /token limit exceeded/i,
    unless429: true,
  },
  // Too many bytes.
  { class: "payload-too-large", sender: "Anthropic", pattern: /request_too_large/i },
  { class: "payload-too-large", sender: "Anthropic", pattern: /request exceeds the maximum size/i },
  {
    class: "payload-too-large",
    sender: "Proxies",
    pattern: /(?:payload|content|request body|request entity|entity) (?:is )?too large/i,
  },
  { class: "payload-too-large", sender: "OpenAI", pattern: /string_above_max_length/i },
];
