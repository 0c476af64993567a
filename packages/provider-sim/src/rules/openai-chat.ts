import type { OpenAIChatMessage, OpenAIChatRequest } from "../wire/openai-chat-request.ts";
import { jsonError } from "./json-error.ts";
import type { RuleViolation, Rule } from "./rule.ts";

/** The longest text of one field, in characters. */
const MAX_STRING = 10_485_760;

const KNOWN_KEYS: Readonly<Record<OpenAIChatMessage["role"], readonly string[]>> = {
  system: ["role", "content", "name"],
  developer: ["role", "content", "name"],
  user: ["role", "content", "name"],
  assistant: [
    "role",
    "content",
    "name",
    "refusal",
    "audio",
    "annotations",
    "tool_calls",
    "function_call",
  ],
  tool: ["role", "content", "tool_call_id", "name"],
  function: ["role", "content", "name"],
};

export const openaiChatRules: readonly Rule<OpenAIChatRequest>[] = [
  {
    id: "openai-chat/no-messages",
    refuses: "an empty list of messages",
    sources: ["OpenAI API reference: Create chat completion"],
    check: ({ messages }) =>
      messages.length > 0
        ? null
        : invalid(
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
            "messages",
            "empty_array",
          ),
  },
  {
    id: "openai-chat/unknown-field",
    refuses: "an unknown field of a message or a call",
    sources: [
      "songquanpeng/one-api#1319",
      "transitive-bullshit/agentic#531",
      "open-webui/open-webui#2413",
    ],
    check: ({ messages }) => {
      const path = messages.flatMap(unknownFields)[0];
      return path === undefined
        ? null
        : invalid(`Unknown parameter: '${path}'.`, path, "unknown_parameter");
    },
  },
  {
    id: "openai-chat/null-content",
    refuses: "a message without content, except an assistant message with calls",
    sources: [
      "docker/docker-agent#63",
      "langchain-ai/langchainjs#4153",
      "songquanpeng/one-api#784",
    ],
    check: ({ messages }) => {
      const index = messages.findIndex(
        (message) => (message.content ?? null) === null && !mayBeEmpty(message),
      );
      return index === -1
        ? null
        : invalid(
            "Invalid value for 'content': expected a string, got null.",
            `messages.[${index}].content`,
          );
    },
  },
  {
    id: "openai-chat/long-text",
    refuses: "a text of more than 10,485,760 characters",
    sources: ["Shopify/roast#52", "gptscript-ai/clio#41"],
    check: ({ messages }) => {
      for (const [index, { content }] of messages.entries()) {
        if (typeof content !== "string" || content.length <= MAX_STRING) continue;
        const param = `messages[${index}].content`;
        return invalid(
          `Invalid '${param}': string too long. Expected a string with maximum length ${MAX_STRING}, but got a string with length ${content.length} instead.`,
          param,
          "string_above_max_length",
        );
      }
      return null;
    },
  },
  {
    id: "openai-chat/duplicate-result",
    refuses: "two results for one call",
    sources: ["agno-agi/agno#5116", "fatwang2/search2ai#30"],
    check: ({ messages }) => findInRuns(messages, duplicateResult),
  },
  {
    id: "openai-chat/orphan-result",
    refuses: "a result whose call is not in the assistant message right before it",
    sources: ["miurla/morphic#136", "openai/openai-go#43", "run-llama/llama_index#10493"],
    check: ({ messages }) => findInRuns(messages, orphanResult),
  },
  {
    id: "openai-chat/unanswered-call",
    refuses: "a call without its result in the messages right after it",
    sources: ["aliasrobotics/cai#111", "BerriAI/litellm#10083", "agno-agi/agno#3105"],
    check: ({ messages }) => findInRuns(messages, unansweredCall),
  },
  {
    id: "openai-chat/invalid-arguments",
    refuses: "a call whose arguments are not valid JSON, as in vLLM",
    sources: [
      "vllm-project/vllm#43995",
      "NousResearch/hermes-agent#12643",
      "vllm-project/vllm#47761",
    ],
    check: ({ messages }) => {
      for (const { tool_calls: calls } of messages)
        for (const call of calls ?? []) {
          const words = call.function === undefined ? null : jsonError(call.function.arguments);
          if (words !== null)
            return { status: 400, message: words, type: "BadRequestError", param: null, code: 400 };
        }
      return null;
    },
  },
  {
    id: "openai-chat/context-window",
    refuses: "more tokens than the window",
    sources: ["chathub-dev/chathub#126", "webtimemachine/wtm2#579"],
    check: (_, { tokens, windowTokens }) =>
      tokens() <= windowTokens ? null : openaiChatOverflow(tokens(), windowTokens),
  },
];

export function openaiChatOverflow(tokens: number, windowTokens: number): RuleViolation {
  return invalid(
    `This model's maximum context length is ${windowTokens} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    "messages",
    "context_length_exceeded",
  );
}

function invalid(message: string, param: string, code: string | null = null): RuleViolation {
  return { status: 400, message, param, code };
}

function unknownFields(message: OpenAIChatMessage, index: number): readonly string[] {
  const known = KNOWN_KEYS[message.role];
  return [
    ...extraKeys(message, known).map((key) => `messages[${index}].${key}`),
    ...(message.tool_calls ?? []).flatMap((call, position) =>
      extraKeys(call, ["id", "type", "function", "custom"]).map(
        (key) => `messages[${index}].tool_calls[${position}].${key}`,
      ),
    ),
  ];
}

function extraKeys(value: object, known: readonly string[]): readonly string[] {
  return Object.keys(value).filter((key) => !known.includes(key));
}

function mayBeEmpty(message: OpenAIChatMessage): boolean {
  if (message.role !== "assistant") return false;
  return (message.tool_calls ?? []).length > 0 || "function_call" in message || "audio" in message;
}

/** A message and the tool results right after it. */
type Run = {
  readonly calls: readonly string[];
  readonly results: readonly { readonly id: string; readonly index: number }[];
};

/** Returns the first violation. Results before any other message form a run without calls. */
function findInRuns(
  messages: readonly OpenAIChatMessage[],
  checkEach: (run: Run) => RuleViolation | null,
): RuleViolation | null {
  const runs: { calls: string[]; results: { id: string; index: number }[] }[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      if (runs.length === 0) runs.push({ calls: [], results: [] });
      runs.at(-1)?.results.push({ id: message.tool_call_id ?? "", index });
    } else runs.push({ calls: (message.tool_calls ?? []).map(({ id }) => id), results: [] });
  }
  for (const run of runs) {
    const violation = checkEach(run);
    if (violation !== null) return violation;
  }
  return null;
}

function duplicateResult({ results }: Run): RuleViolation | null {
  for (const [position, { id, index }] of results.entries()) {
    const first = results.slice(0, position).find((result) => result.id === id);
    if (first !== undefined)
      return invalid(
        `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${first.index}] and messages[${index}].`,
        `messages.[${index}].tool_call_id`,
      );
  }
  return null;
}

function orphanResult({ calls, results }: Run): RuleViolation | null {
  const orphan = results.find(({ id }) => !calls.includes(id));
  return orphan === undefined
    ? null
    : invalid(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        `messages.[${orphan.index}].role`,
      );
}

function unansweredCall({ calls, results }: Run): RuleViolation | null {
  const open = calls.filter((call) => !results.some(({ id }) => id === call));
  return open.length === 0
    ? null
    : invalid(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
        "messages",
      );
}
