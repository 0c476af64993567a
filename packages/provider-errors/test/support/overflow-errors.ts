/** Errors as clients of providers really throw them, beside the texts that the table of wordings holds itself. */
export const OVERFLOWS: readonly (readonly [string, unknown])[] = [
  ["Anthropic", new Error("prompt is too long: 213462 tokens > 200000 maximum")],
  [
    "Anthropic's body in the message",
    new Error(
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 207791 tokens > 200000 maximum"}}',
    ),
  ],
  [
    "Anthropic, input and output together",
    new Error(
      'litellm.BadRequestError: AnthropicException - b\'{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 174167 + 64000 > 200000, decrease input length or `max_tokens` and try again"}}\'',
    ),
  ],
  ["Bedrock", { name: "ValidationException", message: "Input is too long for requested model." }],
  [
    "Bedrock's relay of Anthropic",
    new Error(
      "The model returned the following errors: prompt is too long: 200049 tokens > 200000 maximum",
    ),
  ],
  [
    "OpenAI",
    {
      status: 400,
      error: {
        code: "context_length_exceeded",
        message: "Your input exceeds the context window of this model.",
      },
    },
  ],
  ["in words", new Error("Context length exceeded")],
  ["as a code", { code: "context_length_exceeded" }],
  [
    "older OpenAI",
    new Error(
      "This model's maximum context length is 4097 tokens. However, your messages resulted in 13393 tokens. Please reduce the length of the messages.",
    ),
  ],
  [
    "OpenAI's Python client",
    new Error(
      "openai.BadRequestError: Error code: 400 - {'error': {'message': \"This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens.\", 'code': 'context_length_exceeded'}}",
    ),
  ],
  ["OpenAI, the model's", new Error("Your input exceeds the model's context window.")],
  [
    "a failed event of a stream",
    {
      type: "response.failed",
      response: { error: { code: "context_length_exceeded", message: "failed" } },
    },
  ],
  [
    "DeepSeek",
    new Error(
      "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    ),
  ],
  [
    "Vertex, an array as body",
    {
      message: "the request was refused",
      body: [
        {
          error: {
            code: 400,
            status: "INVALID_ARGUMENT",
            message:
              "Requested token count exceeds the model's maximum context length of 202752 tokens. You requested a total of 211266 tokens.",
          },
        },
      ],
    },
  ],
  [
    "Gemini",
    new Error(
      'got status: 400. {"error":{"code":400,"message":"The input token count exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}',
    ),
  ],
  [
    "the AI SDK",
    {
      name: "AI_APICallError",
      message: "Bad Request",
      statusCode: 400,
      responseBody: '{"error":{"message":"Your input exceeds the model\\u0027s context window."}}',
    },
  ],
  [
    "the AI SDK, having retried",
    {
      name: "AI_RetryError",
      message: "Failed after 2 attempts.",
      lastError: { statusCode: 400, message: "prompt is too long: 9 tokens > 8 maximum" },
    },
  ],
  [
    "axios",
    {
      name: "AxiosError",
      code: "ERR_BAD_REQUEST",
      message: "Request failed with status code 400",
      response: {
        status: 400,
        data: {
          object: "error",
          message:
            "The input (400013 tokens) is longer than the model's context length (262144 tokens).",
        },
      },
    },
  ],
  [
    "JSON in JSON",
    {
      error:
        '{"error":"{\\"message\\":\\"prompt token count of 93854 exceeds the limit of 90000\\"}"}',
    },
  ],
  ["llama.cpp, as a 500", { status: 500, error: { type: "exceed_context_size_error" } }],
  ["GPT4All", "ERROR: The prompt size exceeds the context window size and cannot be processed."],
  [
    "Cohere",
    "too many tokens: size limit exceeded by 1502 tokens. Try using shorter or fewer inputs, or setting prompt_truncation='AUTO'.",
  ],
  [
    "vLLM",
    {
      object: "error",
      message:
        "This model's maximum context length is 2048 tokens. However, your request has 8 input tokens plus 2045 'max_tokens'. Please reduce one or the other.",
      code: 400,
    },
  ],
  ["400 without a body", new Error("400 status code (no body)")],
  ["413 without a body", new Error("413 status code (no body)")],
  ["a bare status", { status: 400 }],
  ["a bare status as text", { statusCode: "413", message: "" }],
  [
    "axios without a body",
    {
      name: "AxiosError",
      code: "ERR_BAD_REQUEST",
      message: "Request failed with status code 400",
      response: { status: 400, data: "" },
    },
  ],
  [
    "without a body, wrapped by a proxy",
    new Error(
      '400 status code: {"error":"Error from inference backend: 400 status code (no body)"}',
    ),
  ],
  ["as a cause", new Error("run failed", { cause: new Error("Prompt is too long") })],
  ["as text", "prompt is too long"],
  [
    "among several",
    new AggregateError([new Error("socket hang up"), new Error("prompt is too long")], "failed"),
  ],
  [
    "a 413 that counts tokens",
    {
      status: 413,
      error: { type: "request_too_large", message: "Request has 250000 tokens, 200000 allowed" },
    },
  ],
  [
    "a 429 whose words leave no doubt",
    { status: 429, message: "prompt is too long: 213462 tokens > 200000 maximum" },
  ],
  ["a reason to stop", "model_context_window_exceeded"],
  [
    "parentheses",
    new Error("Input length (265330) exceeds model's maximum context length (131072)."),
  ],
  [
    "OpenAI's tokens a minute",
    {
      status: 429,
      error: {
        message:
          "Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 30601. The input or output tokens must be reduced in order to run successfully.",
        type: "tokens",
        code: "rate_limit_exceeded",
      },
    },
  ],
  [
    "Groq's tokens a minute, as a 413",
    {
      status: 413,
      error: {
        message:
          "Request too large for model `llama-3.1-8b-instant` on tokens per minute (TPM): Limit 6000, Requested 12328, please reduce your message size and try again.",
        type: "tokens",
        code: "rate_limit_exceeded",
      },
    },
  ],
];

export const BYTES: readonly (readonly [string, unknown])[] = [
  [
    "Anthropic above 32 MB",
    new Error(
      '413 {"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
    ),
  ],
  [
    "the same from its client",
    {
      status: 413,
      error: { error: { type: "request_too_large", message: "Request exceeds the maximum size" } },
    },
  ],
  ["nginx", new Error("413 Request Entity Too Large")],
  [
    "a proxy's limit",
    new Error("unexpected status 413 Payload Too Large: Failed to buffer the request body"),
  ],
  ["a 413 in other words", { status: 413, message: "the upload was refused" }],
  [
    "too many images",
    new Error("400 Too many images and documents: 101 + 0 > 100 in this request"),
  ],
];

export const RATE_LIMITS: readonly (readonly [string, unknown])[] = [
  ["a rate limit", new Error("429 Too many requests")],
  [
    "Bedrock",
    {
      name: "ThrottlingException",
      message: "Too many tokens, please wait before trying again.",
      $metadata: { httpStatusCode: 429 },
    },
  ],
  ["Bedrock through a relay", '{"message":"Too many tokens, please wait before trying again."}'],
  ["Bedrock by the day", new Error("Too many tokens per day, please wait before trying again.")],
  [
    "Anthropic's tokens a minute",
    new Error(
      "This request would exceed the rate limit for your organization of 20,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later.",
    ),
  ],
  [
    "Azure",
    new Error(
      "Requests to the ChatCompletions_Create Operation have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 86400 seconds.",
    ),
  ],
  [
    "a limit of tokens a minute",
    new Error("This request exceeds the limit of 30000 tokens per minute"),
  ],
  ["a quota", { status: 429, code: "insufficient_quota", message: "You exceeded your quota." }],
  ["Gemini", { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Try later." } }],
  ["429 without a body", new Error("429 status code (no body)")],
  ["a bare 429", { status: 429 }],
  ["a 429 with vague words", { status: 429, message: "too many tokens" }],
  [
    "a rate limit as a cause",
    new Error("the model failed", { cause: new Error("Rate limit reached for gpt-4o") }),
  ],
];

export const OTHERS: readonly (readonly [string, unknown])[] = [
  ["another failure", new Error("socket hang up")],
  ["a key", { status: 401, error: { message: "invalid x-api-key" } }],
  ["a service that is away", new Error("Service unavailable: too many tokens in flight")],
  ["an overloaded service", { status: 529, error: { type: "overloaded_error" } }],
  [
    "the output's maximum",
    new Error(
      "max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.",
    ),
  ],
  [
    "Bedrock's output maximum",
    new Error(
      "The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.",
    ),
  ],
  [
    "Groq's output maximum",
    new Error(
      "400 max_tokens must be less than or equal to 16384, the maximum value for max_tokens is less than the context_window for this model",
    ),
  ],
  [
    "Z.ai's output maximum",
    {
      status: 400,
      error: {
        msg: "Exceeding the limiting length: [max_tokens should be less or equal to 131072]",
      },
    },
  ],
  [
    "an image's sides",
    new Error(
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.7.content.2.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels"}}',
    ),
  ],
  ["a media limit", new Error("image size exceeds the limit of 5242880 bytes")],
  ["500 without a body", new Error("500 status code (no body)")],
  ["400 with a body", new Error("400 tool_use ids were found without tool_result blocks")],
  ["a 400 whose body nobody read", { status: 400, body: new Response("too long").body }],
  ["nothing", undefined],
  ["null", null],
  ["an empty object", {}],
  ["an empty text", ""],
  ["a number", 400],
  ["a text that counts tokens", "413 tokens were used"],
];
