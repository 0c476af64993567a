/** Messages that look like an overflow but are a rate limit. They are checked first. */
export const RATE_LIMIT_WORDINGS: readonly RegExp[] = [
  // Many providers
  /\brate[ _-]?limit/i,
  /too many requests/i,
  // Bedrock
  /throttl(?:ing|ed)/i,
  /too many (?:tokens|requests)[^.\n]{0,40}please wait/i,
  // OpenAI, Groq
  /\btokens? per (?:second|min|minute|hour|day)\b/i,
  /\b[TR]P[MD]\b/,
  /try again in \d/i,
  // OpenAI, Google
  /\b(?:insufficient_)?quota\b/i,
  // Google
  /resource[ _](?:has been )?exhausted/i,
  // Azure
  /retry[ -]after\b/i,
];

/** Messages of Anthropic about signed reasoning behind other messages than those that it was made under. */
export const BOUND_THINKING_WORDINGS: readonly RegExp[] = [
  /\bbound to a different conversation\b/i,
  /\binvalid `?signature`? in `?thinking`? block\b/i,
];

/** Messages of a provider that is overloaded or unavailable. */
export const OUTAGE_WORDINGS: readonly RegExp[] = [
  // Bedrock, Google
  /service (?:is )?(?:currently |temporarily )?unavailable/i,
  // Anthropic
  /\boverloaded(?:_error)?\b/i,
];

/** Messages of providers and proxies about requests with too many bytes. */
export const BYTES_WORDINGS: readonly RegExp[] = [
  // Anthropic
  /request_too_large/i,
  /request exceeds the maximum size/i,
  // Proxies
  /(?:payload|content|request body|request entity|entity) (?:is )?too large/i,
  // OpenAI
  /string_above_max_length/i,
];

/**
 * Messages about requests with more tokens or messages than the model accepts.
 *
 * No pattern has an unbounded gap, so that a search takes O(n) time.
 */
export const OVERFLOW_WORDINGS: readonly RegExp[] = [
  // Anthropic
  /prompt is too long/i,
  /exceed context limit/i,
  // Bedrock
  /input is too long/i,
  // Bedrock Mantle
  /prompt tokens \([\d,]+\) exceed model maximum/i,
  // OpenAI
  /exceeds the context window/i,
  /exceeds (?:the|this) model'?s context window/i,
  /input tokens exceed the configured limit/i,
  // LiteLLM, Vertex, OpenAI-compatible servers
  /exceed(?:s|ed)? (?:the )?(?:model'?s )?maximum context length/i,
  // LiteLLM
  /context window exceeded for given call/i,
  // LiteLLM, LangChain and Strands, as the name of the error
  /\bcontext(?:window|length)?(?:exceeded|overflow)(?:error|exception)\b/i,
  // Google
  /input token count.{0,80}exceeds the maximum/i,
  // xAI
  /maximum prompt length is \d/i,
  // Groq
  /reduce the length of the (?:input )?messages/i,
  // OpenRouter
  /maximum context length is [\d,]+ tokens/i,
  // OpenRouter over Poolside
  /exceeds (?:the )?maximum allowed input length of [\d,]+/i,
  // Together, SGLang
  /input \([\d,]+ tokens\) is longer than the model'?s context length/i,
  // GitHub Copilot
  /token count of [\d,]+ exceeds the limit of [\d,]+/i,
  /model_max_prompt_tokens_exceeded/i,
  // llama.cpp
  /exceeds the available context size/i,
  /exceed_context_size_error/i,
  // llama-cpp-python
  /requested tokens?.{0,40}exceeds?.{0,20}context (?:window|length|size)/i,
  // Local servers
  /requested tokens?.{0,40}(?:exceeds?|greater than).{0,20}(?:n_ctx|context)/i,
  /context (?:window|length|size).{0,40}(?:exceeded|overflow|too small)/i,
  // vLLM and local servers
  /(?:prompt|input).{0,60}(?:too long|too large).{0,60}(?:context|n_ctx)/i,
  // LM Studio
  /greater than the context length/i,
  /model is loaded with context length of only [\d,]+/i,
  // MiniMax
  /context window exceeds limit/i,
  // Kimi
  /exceeded model token limit/i,
  // Mistral
  /too large for model with \d+ maximum context length/i,
  // Z.ai and Anthropic, as a finish reason
  /model_context_window_exceeded/i,
  // Z.ai
  /tokens in request more than max tokens allowed/i,
  // SiliconFlow
  /input tokens \([\d,]+\) has exceeded max_prompt_tokens/i,
  // Perplexity
  /length of all messages is too long/i,
  // Ollama
  /prompt too long; exceeded (?:max )?context length/i,
  /prompt filled the context window/i,
  // vLLM
  /this model.?s maximum context length is \d/i,
  /requested \d+ output tokens and your prompt/i,
  /prompt contains.{0,40}\d+ input tokens/i,
  /for a total of.{0,40}\d+ tokens/i,
  // DS4
  /configured context size is [\d,]+ tokens/i,
  /prompt tokens \([\d,]+\) exceeds context size/i,
  // Gateways that count messages
  /chat history exceeds the \d+-message limit/i,
  // Many providers
  /context[_ ]length[_ ]exceeded/i,
  /\b(?:prompt|input) too long\b/i,
];

/** Messages that are also used for rate limits. They are ignored together with the status 429. */
export const VAGUE_WORDINGS: readonly RegExp[] = [
  // Visual Studio Code
  /exceeds (?:the )?token limit/i,
  // Cohere, Bedrock, many others
  /too many (?:input )?tokens/i,
  // Many providers
  /token limit exceeded/i,
];
