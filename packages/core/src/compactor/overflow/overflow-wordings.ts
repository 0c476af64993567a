import type { Wording } from "./wording.ts";

/** `isVague`: a rate limit uses the same words, so that beside a status of 429 they say nothing. */
export type OverflowWording = Wording & { readonly isVague?: boolean };

const VLLM_SUM =
  "This model's maximum context length is 4096 tokens. However, you requested 4096 output tokens and your prompt contains at least 1 input tokens, for a total of at least 4097 tokens.";

/** How providers say that a request holds more tokens, or more messages, than the model takes. */
export const OVERFLOW_WORDINGS: readonly OverflowWording[] = [
  {
    sentBy: "Anthropic",
    pattern: /prompt is too long/i,
    example: "prompt is too long: 213462 tokens > 200000 maximum",
  },
  {
    sentBy: "Anthropic, where the answer would not fit",
    pattern: /exceed context limit/i,
    example:
      "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again",
  },
  {
    sentBy: "Bedrock",
    pattern: /input is too long/i,
    example: "ValidationException: Input is too long for requested model.",
  },
  {
    sentBy: "Bedrock Mantle",
    pattern: /prompt tokens \([\d,]+\) exceed model maximum/i,
    example: "prompt tokens (330095) exceed model maximum (278528)",
  },
  {
    sentBy: "OpenAI",
    pattern: /exceeds the context window/i,
    example:
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
  },
  {
    sentBy: "OpenAI, newer",
    pattern: /exceeds (?:the|this) model'?s context window/i,
    example: "Your input exceeds this model's context window.",
  },
  {
    sentBy: "OpenAI, a limit of its own for input",
    pattern: /input tokens exceed the configured limit/i,
    example:
      "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 301450 tokens.",
  },
  {
    sentBy: "LiteLLM, Vertex, OpenAI-compatible servers",
    pattern: /exceed(?:s|ed)? (?:the )?(?:model'?s )?maximum context length/i,
    example: "400 Input length (265330) exceeds model's maximum context length (262144).",
  },
  {
    sentBy: "LiteLLM",
    pattern: /context window exceeded for given call/i,
    example:
      "litellm.BadRequestError: Context Window exceeded for given call. No models have context window large enough for this call.",
  },
  {
    sentBy: "LiteLLM, LangChain, Strands, by the name of the error",
    pattern: /\bcontext(?:window|length)?(?:exceeded|overflow)(?:error|exception)\b/i,
    example:
      "ContextWindowExceededError: litellm.BadRequestError: Context Window exceeded for given call.",
  },
  {
    sentBy: "Google",
    pattern: /input token count.{0,80}exceeds the maximum/i,
    example:
      "The input token count (2845475) exceeds the maximum number of tokens allowed (1048576).",
  },
  {
    sentBy: "xAI",
    pattern: /maximum prompt length is \d/i,
    example: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  },
  {
    sentBy: "Groq",
    pattern: /reduce the length of the (?:input )?messages/i,
    example: "Please reduce the length of the messages or completion.",
  },
  {
    sentBy: "OpenRouter",
    pattern: /maximum context length is [\d,]+ tokens/i,
    example:
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input).",
  },
  {
    sentBy: "OpenRouter over Poolside",
    pattern: /exceeds (?:the )?maximum allowed input length of [\d,]+/i,
    example: "Input length 140000 exceeds the maximum allowed input length of 131072 tokens.",
  },
  {
    sentBy: "Together, SGLang",
    pattern: /input \([\d,]+ tokens\) is longer than the model'?s context length/i,
    example: "The input (400013 tokens) is longer than the model's context length (262144 tokens).",
  },
  {
    sentBy: "GitHub Copilot",
    pattern: /token count of [\d,]+ exceeds the limit of [\d,]+/i,
    example: "prompt token count of 138898 exceeds the limit of 64000",
  },
  {
    sentBy: "GitHub Copilot, by code",
    pattern: /model_max_prompt_tokens_exceeded/i,
    example:
      '{"error":{"message":"prompt token count of 138898 exceeds the limit of 64000","code":"model_max_prompt_tokens_exceeded"}}',
  },
  {
    sentBy: "llama.cpp",
    pattern: /exceeds the available context size/i,
    example:
      "the request exceeds the available context size. try increasing the context size or enable context shift",
  },
  {
    sentBy: "llama.cpp, by type",
    pattern: /exceed_context_size_error/i,
    example:
      '{"error":{"code":500,"type":"exceed_context_size_error","n_prompt_tokens":1407,"n_ctx":256}}',
  },
  {
    sentBy: "llama-cpp-python",
    pattern: /requested tokens?.{0,40}exceeds?.{0,20}context (?:window|length|size)/i,
    example: "ValueError: Requested tokens (2065) exceed context window of 1800",
  },
  {
    sentBy: "local servers, by the name of the setting",
    pattern: /requested tokens?.{0,40}(?:exceeds?|greater than).{0,20}(?:n_ctx|context)/i,
    example: "requested tokens (9000) greater than n_ctx (8192)",
  },
  {
    sentBy: "local servers",
    pattern: /context (?:window|length|size).{0,40}(?:exceeded|overflow|too small)/i,
    example: "The context size is too small for this prompt",
  },
  {
    sentBy: "vLLM and local servers",
    pattern: /(?:prompt|input).{0,60}(?:too long|too large).{0,60}(?:context|n_ctx)/i,
    example:
      "The prompt (total length 25938) is too long to fit into the model (context length 4096).",
  },
  {
    sentBy: "LM Studio",
    pattern: /greater than the context length/i,
    example:
      "The number of tokens to keep from the initial prompt is greater than the context length.",
  },
  {
    sentBy: "LM Studio, older",
    pattern: /model is loaded with context length of only [\d,]+/i,
    example:
      "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.",
  },
  {
    sentBy: "MiniMax",
    pattern: /context window exceeds limit/i,
    example: "invalid params, context window exceeds limit (2013)",
  },
  {
    sentBy: "Kimi",
    pattern: /exceeded model token limit/i,
    example: "Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)",
  },
  {
    sentBy: "Mistral",
    pattern: /too large for model with \d+ maximum context length/i,
    example:
      "Prompt contains 170544 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
  },
  {
    sentBy: "Z.ai and Anthropic, as the reason to stop",
    pattern: /model_context_window_exceeded/i,
    example: "Provider finish_reason: model_context_window_exceeded",
  },
  {
    sentBy: "Z.ai",
    pattern: /tokens in request more than max tokens allowed/i,
    example: "tokens in request more than max tokens allowed",
  },
  {
    sentBy: "SiliconFlow",
    pattern: /input tokens \([\d,]+\) has exceeded max_prompt_tokens/i,
    example: "number of input tokens (204703) has exceeded max_prompt_tokens (202752) limit.",
  },
  {
    sentBy: "Perplexity",
    pattern: /length of all messages is too long/i,
    example: "The total length of all messages is too long.",
  },
  {
    sentBy: "Ollama",
    pattern: /prompt too long; exceeded (?:max )?context length/i,
    example: "prompt too long; exceeded max context length by 1204 tokens",
  },
  {
    sentBy: "Ollama, where it speaks OpenAI's protocol",
    pattern: /prompt filled the context window/i,
    example: "the prompt filled the context window before anything was generated",
  },
  {
    sentBy: "vLLM",
    pattern: /this model.?s maximum context length is \d/i,
    example:
      "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion).",
  },
  {
    sentBy: "vLLM, where the answer would not fit",
    pattern: /requested \d+ output tokens and your prompt/i,
    example: VLLM_SUM,
  },
  {
    sentBy: "vLLM, the share of the prompt",
    pattern: /prompt contains.{0,40}\d+ input tokens/i,
    example: VLLM_SUM,
  },
  {
    sentBy: "vLLM, the sum",
    pattern: /for a total of.{0,40}\d+ tokens/i,
    example: VLLM_SUM,
  },
  {
    sentBy: "DS4",
    pattern: /configured context size is [\d,]+ tokens/i,
    example: "Prompt has 256468 tokens, but the configured context size is 256000 tokens",
  },
  {
    sentBy: "DS4, older",
    pattern: /prompt tokens \([\d,]+\) exceeds context size/i,
    example: "Prompt tokens (9120) exceeds context size (8192)",
  },
  {
    sentBy: "gateways that count messages",
    pattern: /chat history exceeds the \d+-message limit/i,
    example: "chat history exceeds the 500-message limit",
  },
  {
    sentBy: "OpenAI and many others, by code",
    pattern: /context[_ ]length[_ ]exceeded/i,
    example: '{"code":"context_length_exceeded","param":"messages"}',
  },
  {
    sentBy: "many, in few words",
    pattern: /\b(?:prompt|input) too long\b/i,
    example: "Prompt too long",
  },
  {
    sentBy: "Visual Studio Code",
    pattern: /exceeds (?:the )?token limit/i,
    example: "Message exceeds token limit.",
    isVague: true,
  },
  {
    sentBy: "Cohere, Bedrock, many others",
    pattern: /too many (?:input )?tokens/i,
    example:
      "too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354.",
    isVague: true,
  },
  {
    sentBy: "many",
    pattern: /token limit exceeded/i,
    example: "Token limit exceeded",
    isVague: true,
  },
];
