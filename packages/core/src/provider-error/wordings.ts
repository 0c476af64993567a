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

/** How Anthropic refuses reasoning that is not behind the messages that it was made under. */
export const BOUND_THINKING_WORDINGS: readonly RegExp[] = [
  /\bbound to a different conversation\b/i,
  /\binvalid `?signature`? in `?thinking`? block\b/i,
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
]; /**
 * How providers say that a request holds more tokens, or more messages, than the model takes; before each, who says so.
 *
 * A pattern has no unbounded gap, so that the time to search a text grows with its length alone.
 */
export const OVERFLOW_WORDINGS: readonly RegExp[] = [
  // Anthropic
  /prompt is too long/i,
  // Anthropic, where the answer would not fit
  /exceed context limit/i,
  // Bedrock
  /input is too long/i,
  // Bedrock Mantle
  /prompt tokens \([\d,]+\) exceed model maximum/i,
  // OpenAI
  /exceeds the context window/i,
  // OpenAI, newer
  /exceeds (?:the|this) model'?s context window/i,
  // OpenAI, a limit of its own for input
  /input tokens exceed the configured limit/i,
  // LiteLLM, Vertex, OpenAI-compatible servers
  /exceed(?:s|ed)? (?:the )?(?:model'?s )?maximum context length/i,
  // LiteLLM
  /context window exceeded for given call/i,
  // LiteLLM, LangChain, Strands, by the name of the error
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
  // GitHub Copilot, by code
  /model_max_prompt_tokens_exceeded/i,
  // llama.cpp
  /exceeds the available context size/i,
  // llama.cpp, by type
  /exceed_context_size_error/i,
  // llama-cpp-python
  /requested tokens?.{0,40}exceeds?.{0,20}context (?:window|length|size)/i,
  // local servers, by the name of the setting
  /requested tokens?.{0,40}(?:exceeds?|greater than).{0,20}(?:n_ctx|context)/i,
  // local servers
  /context (?:window|length|size).{0,40}(?:exceeded|overflow|too small)/i,
  // vLLM and local servers
  /(?:prompt|input).{0,60}(?:too long|too large).{0,60}(?:context|n_ctx)/i,
  // LM Studio
  /greater than the context length/i,
  // LM Studio, older
  /model is loaded with context length of only [\d,]+/i,
  // MiniMax
  /context window exceeds limit/i,
  // Kimi
  /exceeded model token limit/i,
  // Mistral
  /too large for model with \d+ maximum context length/i,
  // Z.ai and Anthropic, as the reason to stop
  /model_context_window_exceeded/i,
  // Z.ai
  /tokens in request more than max tokens allowed/i,
  // SiliconFlow
  /input tokens \([\d,]+\) has exceeded max_prompt_tokens/i,
  // Perplexity
  /length of all messages is too long/i,
  // Ollama
  /prompt too long; exceeded (?:max )?context length/i,
  // Ollama, where it speaks OpenAI's protocol
  /prompt filled the context window/i,
  // vLLM
  /this model.?s maximum context length is \d/i,
  // vLLM, where the answer would not fit
  /requested \d+ output tokens and your prompt/i,
  // vLLM, the share of the prompt
  /prompt contains.{0,40}\d+ input tokens/i,
  // vLLM, the sum
  /for a total of.{0,40}\d+ tokens/i,
  // DS4
  /configured context size is [\d,]+ tokens/i,
  // DS4, older
  /prompt tokens \([\d,]+\) exceeds context size/i,
  // gateways that count messages
  /chat history exceeds the \d+-message limit/i,
  // OpenAI and many others, by code
  /context[_ ]length[_ ]exceeded/i,
  // many, in few words
  /\b(?:prompt|input) too long\b/i,
];

/** A rate limit uses the same words, so that beside a status of 429 they say nothing. */
export const VAGUE_WORDINGS: readonly RegExp[] = [
  // Visual Studio Code
  /exceeds (?:the )?token limit/i,
  // Cohere, Bedrock, many others
  /too many (?:input )?tokens/i,
  // many
  /token limit exceeded/i,
];
