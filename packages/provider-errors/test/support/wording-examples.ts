/** A provider, and a message as it sends it. */
export type WordingExample = readonly [sentBy: string, example: string];

const VLLM_SUM =
  "This model's maximum context length is 4096 tokens. However, you requested 4096 output tokens and your prompt contains at least 1 input tokens, for a total of at least 4097 tokens.";

export const OVERFLOW_EXAMPLES: readonly WordingExample[] = [
  ["Anthropic", "prompt is too long: 213462 tokens > 200000 maximum"],
  [
    "Anthropic, where the answer would not fit",
    "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again",
  ],
  ["Bedrock", "ValidationException: Input is too long for requested model."],
  ["Bedrock Mantle", "prompt tokens (330095) exceed model maximum (278528)"],
  [
    "OpenAI",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
  ],
  ["OpenAI, newer", "Your input exceeds this model's context window."],
  [
    "OpenAI, a limit of its own for input",
    "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 301450 tokens.",
  ],
  [
    "LiteLLM, Vertex, OpenAI-compatible servers",
    "400 Input length (265330) exceeds model's maximum context length (262144).",
  ],
  [
    "LiteLLM",
    "litellm.BadRequestError: Context Window exceeded for given call. No models have context window large enough for this call.",
  ],
  [
    "LiteLLM, LangChain, Strands, by the name of the error",
    "ContextWindowExceededError: litellm.BadRequestError: Context Window exceeded for given call.",
  ],
  [
    "Google",
    "The input token count (2845475) exceeds the maximum number of tokens allowed (1048576).",
  ],
  ["xAI", "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
  ["Groq", "Please reduce the length of the messages or completion."],
  [
    "OpenRouter",
    "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input).",
  ],
  [
    "OpenRouter over Poolside",
    "Input length 140000 exceeds the maximum allowed input length of 131072 tokens.",
  ],
  [
    "Together, SGLang",
    "The input (400013 tokens) is longer than the model's context length (262144 tokens).",
  ],
  ["GitHub Copilot", "prompt token count of 138898 exceeds the limit of 64000"],
  [
    "GitHub Copilot, by code",
    '{"error":{"message":"prompt token count of 138898 exceeds the limit of 64000","code":"model_max_prompt_tokens_exceeded"}}',
  ],
  [
    "llama.cpp",
    "the request exceeds the available context size. try increasing the context size or enable context shift",
  ],
  [
    "llama.cpp, by type",
    '{"error":{"code":500,"type":"exceed_context_size_error","n_prompt_tokens":1407,"n_ctx":256}}',
  ],
  ["llama-cpp-python", "ValueError: Requested tokens (2065) exceed context window of 1800"],
  [
    "local servers, by the name of the setting",
    "requested tokens (9000) greater than n_ctx (8192)",
  ],
  ["local servers", "The context size is too small for this prompt"],
  [
    "vLLM and local servers",
    "The prompt (total length 25938) is too long to fit into the model (context length 4096).",
  ],
  [
    "LM Studio",
    "The number of tokens to keep from the initial prompt is greater than the context length.",
  ],
  [
    "LM Studio, older",
    "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.",
  ],
  ["MiniMax", "invalid params, context window exceeds limit (2013)"],
  ["Kimi", "Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)"],
  [
    "Mistral",
    "Prompt contains 170544 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
  ],
  [
    "Z.ai and Anthropic, as the reason to stop",
    "Provider finish_reason: model_context_window_exceeded",
  ],
  ["Z.ai", "tokens in request more than max tokens allowed"],
  ["SiliconFlow", "number of input tokens (204703) has exceeded max_prompt_tokens (202752) limit."],
  ["Perplexity", "The total length of all messages is too long."],
  ["Ollama", "prompt too long; exceeded max context length by 1204 tokens"],
  [
    "Ollama, where it speaks OpenAI's protocol",
    "the prompt filled the context window before anything was generated",
  ],
  [
    "vLLM",
    "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion).",
  ],
  ["vLLM, where the answer would not fit", VLLM_SUM],
  ["vLLM, the share of the prompt", VLLM_SUM],
  ["vLLM, the sum", VLLM_SUM],
  ["DS4", "Prompt has 256468 tokens, but the configured context size is 256000 tokens"],
  ["DS4, older", "Prompt tokens (9120) exceeds context size (8192)"],
  ["gateways that count messages", "chat history exceeds the 500-message limit"],
  ["OpenAI and many others, by code", '{"code":"context_length_exceeded","param":"messages"}'],
  ["many, in few words", "Prompt too long"],
  [
    "Cohere, with numbers",
    "too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354.",
  ],
  [
    "OpenAI, Groq",
    "Request too large for gpt-4o on tokens per min: Limit 30000, Requested 30601. The input or output tokens must be reduced in order to run successfully.",
  ],
];

export const VAGUE_EXAMPLES: readonly WordingExample[] = [
  ["Visual Studio Code", "Message exceeds token limit."],
  ["Cohere, Bedrock, many others", "too many tokens"],
  ["many", "Token limit exceeded"],
];

export const RATE_LIMIT_EXAMPLES: readonly WordingExample[] = [
  [
    "most",
    "This request would exceed the rate limit for your organization of 20,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later.",
  ],
  ["most", "429 Too Many Requests"],
  ["Bedrock", "ThrottlingException: Too many tokens, please wait before trying again."],
  ["Bedrock, without its name", "Too many tokens per day, please wait before trying again."],
  ["OpenAI, Groq, in short", "TPM limit reached: 30000 of 30000"],
  [
    "OpenAI, Google",
    "You exceeded your current quota, please check your plan and billing details.",
  ],
  ["Google", '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}'],
  ["Azure", "Too many tokens were used. Please retry after 26 seconds."],
  ["OpenAI, Groq", "Token limit exceeded, please try again in 4.77s."],
];

export const OUTAGE_EXAMPLES: readonly WordingExample[] = [
  [
    "Bedrock, Google",
    "Service unavailable: Bedrock is unable to process your request. Too many tokens.",
  ],
  ["Anthropic", '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
];

export const BYTES_EXAMPLES: readonly WordingExample[] = [
  [
    "Anthropic, above 32 MB",
    '413 {"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
  ],
  ["Anthropic, without its type", "Request exceeds the maximum size"],
  ["proxies", "413 Request Entity Too Large"],
  [
    "OpenAI, one text above 10 MB",
    '{"error":{"code":"string_above_max_length","param":"input[3].output"}}',
  ],
];
