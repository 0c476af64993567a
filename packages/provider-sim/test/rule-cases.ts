import type { Provider } from "../src/start-provider.ts";

/** A request that breaks one rule, and the vendor's error. */
export type RuleCase = {
  readonly rule: string;
  readonly path: string;
  /** Sent as JSON. A string is sent unchanged. */
  readonly body: unknown;
  readonly status?: number;
  /** The complete error message. */
  readonly message: string;
  readonly param?: string | null;
  readonly code?: string | number | null;
  /** Sends requests that must come first, and returns the body to send. */
  readonly after?: (provider: Provider) => Promise<unknown>;
};

export const WINDOW_TOKENS = 500;
export const MAX_BYTES = 12_000_000;

const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";
const MESSAGES = "/v1/messages";

const user = { role: "user", content: "Hi" };
const call = (id: string, text = "{}"): object => ({
  id,
  type: "function",
  function: { name: "f", arguments: text },
});
const calling = (...ids: readonly string[]): object => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string): object => ({ role: "tool", tool_call_id: id, content: "done" });
const chat = (...messages: readonly object[]): object => ({ model: "gpt", messages });

const chatCases: readonly RuleCase[] = [
  {
    rule: "openai-chat/shape",
    path: CHAT,
    body: { model: "gpt" },
    message: "Missing required parameter: 'messages'.",
    param: "messages",
    code: "missing_required_parameter",
  },
  {
    rule: "openai-chat/shape",
    path: CHAT,
    body: chat({ role: "human", content: "Hi" }),
    message:
      "Invalid value: 'human'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    param: "messages[0].role",
    code: "invalid_value",
  },
  {
    rule: "openai-chat/shape",
    path: CHAT,
    body: chat({ role: "user", content: 7 }),
    message:
      "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an integer instead.",
    param: "messages[0].content",
    code: "invalid_type",
  },
  {
    rule: "openai-chat/shape",
    path: CHAT,
    body: chat({ role: "user", content: [{ text: "Hi" }] }),
    message: "Missing required parameter: 'messages[0].content[0].type'.",
    param: "messages[0].content[0].type",
    code: "missing_required_parameter",
  },
  {
    rule: "openai-chat/no-messages",
    path: CHAT,
    body: chat(),
    message:
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    param: "messages",
    code: "empty_array",
  },
  {
    rule: "openai-chat/unknown-field",
    path: CHAT,
    body: chat(user, { role: "assistant", tool_calls: [{ ...call("a"), index: 0 }] }, result("a")),
    message: "Unknown parameter: 'messages[1].tool_calls[0].index'.",
    param: "messages[1].tool_calls[0].index",
    code: "unknown_parameter",
  },
  {
    rule: "openai-chat/null-content",
    path: CHAT,
    body: chat(user, { role: "assistant", content: null }),
    message: "Invalid value for 'content': expected a string, got null.",
    param: "messages.[1].content",
  },
  {
    rule: "openai-chat/long-text",
    path: CHAT,
    body: chat({ role: "user", content: "x".repeat(10_485_761) }),
    message:
      "Invalid 'messages[0].content': string too long. Expected a string with maximum length 10485760, but got a string with length 10485761 instead.",
    param: "messages[0].content",
    code: "string_above_max_length",
  },
  {
    rule: "openai-chat/duplicate-result",
    path: CHAT,
    body: chat(user, calling("a"), result("a"), result("a")),
    message:
      "Invalid parameter: Duplicate value for 'tool_call_id' of 'a', in messages[2] and messages[3].",
    param: "messages.[3].tool_call_id",
  },
  {
    rule: "openai-chat/orphan-result",
    path: CHAT,
    body: chat(user, result("a")),
    message:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    param: "messages.[1].role",
  },
  {
    rule: "openai-chat/orphan-result",
    path: CHAT,
    body: chat(result("a"), user),
    message:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    param: "messages.[0].role",
  },
  {
    rule: "openai-chat/unanswered-call",
    path: CHAT,
    body: chat(user, calling("a", "b"), result("a"), user, calling("c"), result("c")),
    message:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: b",
    param: "messages",
  },
  {
    rule: "openai-chat/invalid-arguments",
    path: CHAT,
    body: chat(
      user,
      { role: "assistant", tool_calls: [call("a", '{"path": "/src/ma')] },
      result("a"),
    ),
    message: "Unterminated string starting at: line 1 column 10 (char 9)",
    code: 400,
  },
  {
    rule: "openai-chat/context-window",
    path: CHAT,
    body: chat({ role: "user", content: "word ".repeat(600) }),
    message:
      "This model's maximum context length is 500 tokens. However, your messages resulted in 605 tokens. Please reduce the length of the messages.",
    param: "messages",
    code: "context_length_exceeded",
  },
];

const item = { role: "user", content: "Hi" };
const functionCall = { type: "function_call", call_id: "a", name: "f", arguments: "{}" };
const output = { type: "function_call_output", call_id: "a", output: "done" };
const reasoning = { type: "reasoning", id: "rs_1", summary: [] };
const responses = (...input: readonly object[]): object => ({ model: "gpt", input });

const responsesCases: readonly RuleCase[] = [
  {
    rule: "openai-responses/shape",
    path: RESPONSES,
    body: { input: "Hi" },
    message: "Missing required parameter: 'model'.",
    param: "model",
    code: "missing_required_parameter",
  },
  {
    rule: "openai-responses/unknown-response",
    path: RESPONSES,
    body: { ...responses(item), previous_response_id: "resp_none" },
    message: "Previous response with id 'resp_none' not found.",
    param: "previous_response_id",
    code: "previous_response_not_found",
  },
  {
    rule: "openai-responses/unknown-field",
    path: RESPONSES,
    body: responses({ ...item, provenance: "human" }),
    message: "Unknown parameter: 'input[0].provenance'.",
    param: "input[0].provenance",
    code: "unknown_parameter",
  },
  {
    rule: "openai-responses/missing-field",
    path: RESPONSES,
    body: responses({ type: "reasoning", id: "rs_1" }),
    message: "Missing required parameter: 'input[0].summary'.",
    param: "input[0].summary",
    code: "missing_required_parameter",
  },
  {
    rule: "openai-responses/long-text",
    path: RESPONSES,
    body: responses({ ...functionCall, call_id: "c".repeat(65) }),
    message:
      "Invalid 'input[0].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    param: "input[0].call_id",
    code: "string_above_max_length",
  },
  {
    rule: "openai-responses/duplicate-item",
    path: RESPONSES,
    body: responses({ ...item, id: "msg_1" }, { ...item, id: "msg_1" }),
    message:
      "Duplicate item found with id msg_1. Remove duplicate items from your input and try again.",
    param: "input",
  },
  {
    rule: "openai-responses/orphan-reasoning",
    path: RESPONSES,
    body: responses(item, reasoning, item),
    message: "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    param: "input",
  },
  {
    rule: "openai-responses/orphan-reasoning",
    path: RESPONSES,
    body: responses(item, functionCall, reasoning, output),
    message: "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    param: "input",
  },
  {
    rule: "openai-responses/missing-reasoning",
    path: RESPONSES,
    body: null,
    after: async (provider) => {
      const answered = await fetch(provider.url + RESPONSES, {
        method: "POST",
        body: JSON.stringify(responses(item)),
      });
      const { output: items } = (await answered.json()) as { output: object[] };
      return responses(item, ...items.slice(1));
    },
    message:
      "Item 'msg_000000000003' of type 'message' was provided without its required 'reasoning' item: 'rs_000000000002'.",
    param: "input",
  },
  {
    rule: "openai-responses/orphan-result",
    path: RESPONSES,
    body: responses(item, output, functionCall),
    message: "No tool call found for function call output with call_id a.",
    param: "input",
  },
  {
    rule: "openai-responses/unanswered-call",
    path: RESPONSES,
    body: responses(item, functionCall, item),
    message: "No tool output found for function call a.",
    param: "input",
  },
  {
    rule: "openai-responses/invalid-arguments",
    path: RESPONSES,
    body: responses(item, { ...functionCall, arguments: '{"a": 1 "b": 2}' }, output),
    message: "Expecting ',' delimiter: line 1 column 9 (char 8)",
    code: 400,
  },
  {
    rule: "openai-responses/context-window",
    path: RESPONSES,
    body: { model: "gpt", input: "word ".repeat(600) },
    message:
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
    param: "input",
    code: "context_length_exceeded",
  },
];

const said = (...content: readonly object[]): object => ({ role: "user", content });
const answered = (...content: readonly object[]): object => ({ role: "assistant", content });
const text = (given: string): object => ({ type: "text", text: given });
const use = (id: string, input: unknown = {}): object => ({
  type: "tool_use",
  id,
  name: "f",
  input,
});
const returned = (id: string): object => ({
  type: "tool_result",
  tool_use_id: id,
  content: "done",
});
const anthropic = (messages: readonly object[], rest: object = {}): object => ({
  model: "claude-sonnet-5",
  max_tokens: 100,
  messages,
  ...rest,
});
const signed = "provider-sim:0000";

const anthropicCases: readonly RuleCase[] = [
  {
    rule: "anthropic/shape",
    path: MESSAGES,
    body: { model: "claude-sonnet-5", messages: [user] },
    message: "max_tokens: Field required",
  },
  {
    rule: "anthropic/shape",
    path: MESSAGES,
    body: anthropic([{ role: "user", content: [{ type: "text", text: 3 }] }]),
    message: "messages.0.content.0.text: Input should be a valid string",
  },
  {
    rule: "anthropic/no-messages",
    path: MESSAGES,
    body: anthropic([]),
    message: "messages: at least one message is required",
  },
  {
    rule: "anthropic/role",
    path: MESSAGES,
    body: anthropic([{ role: "system", content: "Be brief." }, user]),
    message:
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
  },
  {
    rule: "anthropic/first-message",
    path: MESSAGES,
    body: anthropic([answered(text("Hello")), user]),
    message: 'messages: first message must use the "user" role',
  },
  {
    rule: "anthropic/unknown-field",
    path: MESSAGES,
    body: anthropic([{ ...user, reasoning_details: [] }]),
    message: "messages.0.reasoning_details: Extra inputs are not permitted",
  },
  {
    rule: "anthropic/unknown-field",
    path: MESSAGES,
    body: anthropic([user, answered({ ...use("a"), text: "" }), said(returned("a"))]),
    message: "messages.1.content.0.tool_use.text: Extra inputs are not permitted",
  },
  {
    rule: "anthropic/empty-message",
    path: MESSAGES,
    body: anthropic([user, answered(), user]),
    message:
      "messages.1: all messages must have non-empty content except for the optional final assistant message",
  },
  {
    rule: "anthropic/empty-text",
    path: MESSAGES,
    body: anthropic([said(text(""), text("Hi"))]),
    message: "messages: text content blocks must be non-empty",
  },
  {
    rule: "anthropic/empty-cache-point",
    path: MESSAGES,
    body: anthropic([said(text("Hi"), { ...text(""), cache_control: { type: "ephemeral" } })]),
    message: "messages.0.content.1.text: cache_control cannot be set for empty text blocks",
  },
  {
    rule: "anthropic/cache-points",
    path: MESSAGES,
    body: anthropic([
      said(
        ...["1", "2", "3", "4", "5"].map((word) => ({
          ...text(word),
          cache_control: { type: "ephemeral" },
        })),
      ),
    ]),
    message: "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  },
  {
    rule: "anthropic/compaction-beta",
    path: MESSAGES,
    body: { ...anthropic([said(text("Hi"))]), compaction: { type: "summarize" } },
    message: "compaction: Extra inputs are not permitted",
  },
  {
    rule: "anthropic/blank-text",
    path: MESSAGES,
    body: anthropic([said(text("\n"))]),
    message: "messages: text content blocks must contain non-whitespace text",
  },
  {
    rule: "anthropic/prefill",
    path: MESSAGES,
    body: anthropic([user, answered(text("Dear"))]),
    message:
      "This model does not support assistant message prefill. The conversation must end with a user message.",
  },
  {
    rule: "anthropic/trailing-space",
    path: MESSAGES,
    body: anthropic([user, answered(text("Dear "))], { model: "claude-sonnet-4-20250514" }),
    message: "messages: final assistant content cannot end with trailing whitespace",
  },
  {
    rule: "anthropic/invalid-arguments",
    path: MESSAGES,
    body: anthropic([user, answered(use("a", '{"path": 1}')), said(returned("a"))]),
    message: "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
  },
  {
    rule: "anthropic/duplicate-call",
    path: MESSAGES,
    body: anthropic([user, answered(use("a"), use("a")), said(returned("a"))]),
    message: "messages.1.content.1: `tool_use` ids must be unique",
  },
  {
    rule: "anthropic/duplicate-result",
    path: MESSAGES,
    body: anthropic([user, answered(use("a")), said(returned("a"), returned("a"))]),
    message:
      "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a",
  },
  {
    rule: "anthropic/orphan-result",
    path: MESSAGES,
    body: anthropic([said(returned("a"))]),
    message:
      "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
  },
  {
    rule: "anthropic/unanswered-call",
    path: MESSAGES,
    body: anthropic([user, answered(text("So"), use("a"), use("b")), said(returned("a"))]),
    message:
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  },
  {
    rule: "anthropic/unanswered-call",
    path: MESSAGES,
    body: anthropic([user, answered(use("a")), said(text("First this."), returned("a"))]),
    message:
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  },
  {
    rule: "anthropic/changed-thinking",
    path: MESSAGES,
    body: anthropic([
      user,
      answered({ type: "thinking", thinking: "Hm…", signature: signed }, text("Yes.")),
      user,
    ]),
    message:
      "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
  },
  {
    rule: "anthropic/invalid-signature",
    path: MESSAGES,
    body: anthropic([
      user,
      answered({ type: "thinking", thinking: "Hm.", signature: "" }, text("Yes.")),
      user,
    ]),
    message: "messages.1.content.0: Invalid `signature` in `thinking` block",
  },
  {
    rule: "anthropic/invalid-signature",
    path: MESSAGES,
    body: anthropic([
      user,
      answered({ type: "thinking", thinking: "Hm.", signature: signed }, text("Yes.")),
      user,
      answered(text("No.")),
      user,
    ]),
    message: "messages.1.content.0: Invalid `signature` in `thinking` block",
  },
  {
    rule: "anthropic/final-thinking",
    path: MESSAGES,
    body: anthropic([
      user,
      answered(text("Yes."), { type: "redacted_thinking", data: "EmwKAhgB" }),
      user,
    ]),
    message: "messages.1: The final block in an assistant message cannot be `thinking`.",
  },
  {
    rule: "anthropic/missing-thinking",
    path: MESSAGES,
    body: anthropic([user, answered(use("a")), said(returned("a"))], {
      thinking: { type: "enabled", budget_tokens: 50 },
    }),
    message:
      "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
  },
  {
    rule: "anthropic/thinking-budget",
    path: MESSAGES,
    body: anthropic([user], { thinking: { type: "enabled", budget_tokens: 100 } }),
    message:
      "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size",
  },
  {
    rule: "anthropic/block-binding",
    path: MESSAGES,
    body: anthropic([user], { thinking: { type: "adaptive", block_binding: {} } }),
    message: "thinking.adaptive.block_binding: Extra inputs are not permitted",
  },
  {
    rule: "anthropic/bound-thinking",
    path: MESSAGES,
    body: null,
    after: async (provider) => {
      const model = "claude-opus-5-5";
      const answer = await fetch(provider.url + MESSAGES, {
        method: "POST",
        body: JSON.stringify(anthropic([user], { model })),
      });
      const { content } = (await answer.json()) as { content: object[] };
      return anthropic([user, user, { role: "assistant", content }, user], { model });
    },
    message:
      'messages.2.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.',
  },
  {
    rule: "anthropic/context-window",
    path: MESSAGES,
    body: anthropic([{ role: "user", content: "word ".repeat(600) }]),
    message: "prompt is too long: 605 tokens > 500 maximum",
  },
  {
    rule: "anthropic/context-limit",
    path: MESSAGES,
    body: anthropic([user], { model: "claude-opus-4-1", max_tokens: 496 }),
    message:
      "input length and `max_tokens` exceed context limit: 5 + 496 > 500, decrease input length or `max_tokens` and try again",
  },
];

const OPENAI_JSON =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";
const HALF = { role: "user", content: "cut \ud83d here" };

const bodyCases: readonly RuleCase[] = [
  { rule: "openai/invalid-json", path: CHAT, body: '{"model":', message: OPENAI_JSON },
  { rule: "openai/lone-surrogate", path: CHAT, body: chat(HALF), message: OPENAI_JSON },
  {
    rule: "anthropic/invalid-json",
    path: MESSAGES,
    body: '{"model":',
    message: "The request body is not valid JSON: unexpected character: line 1 column 1 (char 0)",
  },
  {
    rule: "anthropic/lone-surrogate",
    path: MESSAGES,
    body: '{"messages":"cut \\ud83d here"}',
    message:
      "The request body is not valid JSON: no low surrogate in string: line 1 column 18 (char 17)",
  },
  {
    rule: "anthropic/lone-surrogate",
    path: MESSAGES,
    body: '{"messages":"\\ud83d\\ude00 and \\ude00"}',
    message:
      "The request body is not valid JSON: invalid high surrogate in string: line 1 column 31 (char 30)",
  },
  {
    rule: "anthropic/too-many-bytes",
    path: MESSAGES,
    body: "x".repeat(MAX_BYTES + 1),
    status: 413,
    message: "Request exceeds the maximum size",
  },
  {
    rule: "openai/too-many-bytes",
    path: CHAT,
    body: "x".repeat(MAX_BYTES + 1),
    status: 413,
    message: "413 Request Entity Too Large",
  },
];

export const ruleCases: readonly RuleCase[] = [
  ...bodyCases,
  ...chatCases,
  ...responsesCases,
  ...anthropicCases,
];
