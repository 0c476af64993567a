/** Messages that look like an overflow but are a rate limit. They are checked first. */
export const RATE_LIMIT_WORDINGS: readonly RegExp[] = [
  /\brate[ _-]?limit/i, // Many providers
  /too many requests/i, // Many providers
  /throttl(?:ing|ed)/i, // Bedrock
  /too many (?:tokens|requests)[^.\n]{0,40}please wait/i, // Bedrock
  /\btokens? per (?:second|min|minute|hour|day)\b/i, // OpenAI, Groq
  /\b[TR]P[MD]\b/, // OpenAI, Groq
  /\b(?:insufficient_)?quota\b/i, // OpenAI, Google
  /resource[ _](?:has been )?exhausted/i, // Google
  /retry[ -]after\b/i, // Azure
  /try again in \d/i, // OpenAI, Groq
];

/** Messages of Anthropic about signed reasoning behind other messages than those that it was made under. */
export const BOUND_THINKING_WORDINGS: readonly RegExp[] = [
  /\bbound to a different conversation\b/i,
  /\binvalid `?signature`? in `?thinking`? block\b/i,
];

/** Messages of a provider that is overloaded or unavailable. */
export const OUTAGE_WORDINGS: readonly RegExp[] = [
  /service (?:is )?(?:currently |temporarily )?unavailable/i, // Bedrock, Google
  /\boverloaded(?:_error)?\b/i, // Anthropic
];

/** Messages of providers and proxies about requests with too many bytes. */
export const BYTES_WORDINGS: readonly RegExp[] = [
  /request_too_large/i, // Anthropic
  /request exceeds the maximum size/i, // Anthropic
  /(?:payload|content|request body|request entity|entity) (?:is )?too large/i, // Proxies
  /string_above_max_length/i, // OpenAI
];

/**
 * Messages about requests with more tokens or messages than the model accepts.
 *
 * No pattern has an unbounded gap, so that a search takes O(n) time.
 */
export const OVERFLOW_WORDINGS: readonly RegExp[] = [
  /\b(?:prompt|input) (?:is )?too long\b/i, // Anthropic, Bedrock, Ollama
  /exceed context limit/i, // Anthropic
  /prompt tokens \([\d,]+\) exceeds? (?:model maximum|context size)/i, // Bedrock Mantle, DS4
  /exceeds (?:the|this)(?: model'?s)? context window/i, // OpenAI
  /input tokens exceed the configured limit/i, // OpenAI
  // LiteLLM, Vertex, OpenAI-compatible servers
  /exceed(?:s|ed)? (?:the )?(?:model'?s )?maximum context length/i,
  /context window exceeded for given call/i, // LiteLLM
  // LiteLLM, LangChain and Strands, as the name of the error
  /\bcontext(?:window|length)?(?:exceeded|overflow)(?:error|exception)\b/i,
  /input token count.{0,80}exceeds the maximum/i, // Google
  /maximum prompt length is \d/i, // xAI
  /reduce the length of the (?:input )?messages/i, // Groq
  /maximum context length is \d/i, // OpenRouter, vLLM
  /exceeds (?:the )?maximum allowed input length of [\d,]+/i, // OpenRouter over Poolside
  /input \([\d,]+ tokens\) is longer than the model'?s context length/i, // Together, SGLang
  /token count of [\d,]+ exceeds the limit of [\d,]+/i, // GitHub Copilot
  /model_max_prompt_tokens_exceeded/i, // GitHub Copilot
  /exceeds the available context size/i, // llama.cpp
  /exceed_context_size_error/i, // llama.cpp
  /requested tokens?.{0,40}exceeds?.{0,20}context (?:window|length|size)/i, // llama-cpp-python
  /requested tokens?.{0,40}(?:exceeds?|greater than).{0,20}(?:n_ctx|context)/i, // Local servers
  /context (?:window|length|size).{0,40}(?:exceeded|overflow|too small)/i, // Local servers
  // vLLM and local servers
  /(?:prompt|input).{0,60}(?:too long|too large).{0,60}(?:context|n_ctx)/i,
  /greater than the context length/i, // LM Studio
  /model is loaded with context length of only [\d,]+/i, // LM Studio
  /context window exceeds limit/i, // MiniMax
  /exceeded model token limit/i, // Kimi
  /too large for model with \d+ maximum context length/i, // Mistral
  /model_context_window_exceeded/i, // Z.ai and Anthropic, as a finish reason
  /tokens in request more than max tokens allowed/i, // Z.ai
  /input tokens \([\d,]+\) has exceeded max_prompt_tokens/i, // SiliconFlow
  /length of all messages is too long/i, // Perplexity
  /prompt filled the context window/i, // Ollama
  /requested \d+ output tokens and your prompt/i, // vLLM
  /prompt contains.{0,40}\d+ input tokens/i, // vLLM
  /for a total of.{0,40}\d+ tokens/i, // vLLM
  /configured context size is [\d,]+ tokens/i, // DS4
  /chat history exceeds the \d+-message limit/i, // Gateways that count messages
  /context[_ ]length[_ ]exceeded/i, // Many providers
];

/** Messages that are also used for rate limits. They are ignored together with the status 429. */
export const VAGUE_WORDINGS: readonly RegExp[] = [
  /exceeds (?:the )?token limit/i, // Visual Studio Code
  /too many (?:input )?tokens/i, // Cohere, Bedrock, many others
  /token limit exceeded/i, // Many providers
];
