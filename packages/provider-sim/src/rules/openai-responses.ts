import {
  kindOf,
  type ResponsesItem,
  type ResponsesRequest,
} from "../wire/openai-responses-request.ts";
import { jsonError } from "./json-error.ts";
import type { RuleViolation, Rule, RuleFacts } from "./rule.ts";

const MAX_STRING = 10_485_760;
const MAX_CALL_ID = 64;

/** Allowed keys of items that a client creates or sends back. Other item types are not checked. */
const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  message: ["type", "id", "role", "content", "status", "phase"],
  function_call: ["type", "id", "call_id", "name", "arguments", "status", "namespace", "caller"],
  function_call_output: [
    "type",
    "id",
    "call_id",
    "output",
    "status",
    "name",
    "namespace",
    "caller",
  ],
  reasoning: ["type", "id", "summary", "content", "encrypted_content", "status"],
};

/** Checked when the input is assembled, before all other rules. */
export const unknownResponseRule: RuleFacts = {
  id: "openai-responses/unknown-response",
  refuses: "a `previous_response_id` that is not stored",
  sources: ["maximhq/bifrost#2441", "bigduu/Bamboo-agent#513"],
};

export const responsesRules: readonly Rule<ResponsesRequest>[] = [
  {
    id: "openai-responses/unknown-field",
    refuses: "an unknown field of an item",
    sources: ["pydantic/pydantic-ai#3653", "caozhiyuan/copilot-api#308"],
    check: ({ input }) => {
      for (const [index, item] of input.entries()) {
        const known = KNOWN_KEYS[kindOf(item)];
        const key = Object.keys(item).find((each) => known?.includes(each) === false);
        if (key === undefined) continue;
        const param = `input[${index}].${key}`;
        return invalid(`Unknown parameter: '${param}'.`, param, "unknown_parameter");
      }
      return null;
    },
  },
  {
    id: "openai-responses/missing-field",
    refuses:
      "an item without its required fields: id, name and arguments of a call, output of a result, summary of reasoning",
    sources: ["OpenAI API reference: Create a model response", "newo-ether/Agora#141"],
    check: ({ input }) => {
      for (const [index, item] of input.entries()) {
        const missing = (REQUIRED[kindOf(item)] ?? []).find((key) => item[key] === undefined);
        if (missing === undefined) continue;
        const param = `input[${index}].${missing}`;
        return invalid(
          `Missing required parameter: '${param}'.`,
          param,
          "missing_required_parameter",
        );
      }
      return null;
    },
  },
  {
    id: "openai-responses/long-text",
    refuses: "a text of more than 10,485,760 characters, or a call id of more than 64",
    sources: ["VectorlyApp/bluebox#31", "AnswerDotAI/fastllm#45"],
    check: ({ input }) => {
      for (const [index, item] of input.entries())
        for (const [key, most] of LIMITS) {
          const value = item[key];
          if (typeof value !== "string" || value.length <= most) continue;
          const param = `input[${index}].${key}`;
          return invalid(
            `Invalid '${param}': string too long. Expected a string with maximum length ${most}, but got a string with length ${value.length} instead.`,
            param,
            "string_above_max_length",
          );
        }
      return null;
    },
  },
  {
    id: "openai-responses/duplicate-item",
    refuses: "two items with one id",
    sources: ["continuedev/continue#10723", "microsoft/vscode#321977", "vercel/ai#13307"],
    check: ({ input }) => {
      const ids = input.flatMap(({ id }) => (typeof id === "string" && id !== "" ? [id] : []));
      const twice = ids.find((id, index) => ids.indexOf(id) < index);
      return twice === undefined
        ? null
        : invalid(
            `Duplicate item found with id ${twice}. Remove duplicate items from your input and try again.`,
          );
    },
  },
  {
    id: "openai-responses/orphan-reasoning",
    refuses: "reasoning without its following item right after it",
    sources: ["continuedev/continue#8933", "openai/openai-agents-python#1611", "vercel/ai#7099"],
    check: ({ input }) => {
      const orphan = input.find(
        (item, index) => kindOf(item) === "reasoning" && !isFollowed(input, index),
      );
      return orphan === undefined
        ? null
        : invalid(
            `Item '${orphan.id ?? ""}' of type 'reasoning' was provided without its required following item.`,
          );
    },
  },
  {
    id: "openai-responses/missing-reasoning",
    refuses: "an item of an earlier answer, referenced by id, without its reasoning",
    sources: ["mastra-ai/mastra#8738", "cline/cline#12242", "continuedev/continue#11466"],
    check: ({ input }, { memory }) => {
      const given = new Set(input.map(({ id }) => id));
      for (const item of input) {
        const reasoning = memory.reasoningOf.get(item.id ?? "");
        if (reasoning !== undefined && !given.has(reasoning))
          return invalid(
            `Item '${item.id}' of type '${kindOf(item)}' was provided without its required 'reasoning' item: '${reasoning}'.`,
          );
      }
      return null;
    },
  },
  {
    id: "openai-responses/orphan-result",
    refuses: "a result without its call before it",
    sources: ["james-6-23/codex2api#414", "agentscope-ai/AgentTeams#299"],
    check: ({ input }) => {
      const orphan = input.find(
        (item, index) =>
          kindOf(item) === "function_call_output" &&
          !input.slice(0, index).some((other) => isCall(other, item.call_id)),
      );
      return orphan === undefined
        ? null
        : invalid(
            `No tool call found for function call output with call_id ${orphan.call_id ?? ""}.`,
          );
    },
  },
  {
    id: "openai-responses/unanswered-call",
    refuses: "a call without its result",
    sources: ["openai/openai-agents-python#673", "openai/openai-agents-python#1061"],
    check: ({ input }) => {
      const answered = new Set(
        input
          .filter((item) => kindOf(item) === "function_call_output")
          .map(({ call_id: callId }) => callId),
      );
      const open = input.find(
        (item) => kindOf(item) === "function_call" && !answered.has(item.call_id),
      );
      return open === undefined
        ? null
        : invalid(`No tool output found for function call ${open.call_id ?? ""}.`);
    },
  },
  {
    id: "openai-responses/invalid-arguments",
    refuses: "a call whose arguments are not valid JSON, as in vLLM",
    sources: ["vllm-project/vllm#47761", "vllm-project/vllm#48922"],
    check: ({ input }) => {
      for (const item of input) {
        const words = kindOf(item) === "function_call" ? jsonError(item.arguments ?? "") : null;
        if (words !== null)
          return { status: 400, message: words, type: "BadRequestError", param: null, code: 400 };
      }
      return null;
    },
  },
  {
    id: "openai-responses/context-window",
    refuses: "more tokens than the window",
    sources: ["the-open-agent/openagent#2344", "onyx-dot-app/onyx#6051"],
    check: (_, { tokens, windowTokens }) => (tokens() <= windowTokens ? null : responsesOverflow()),
  },
];

export function responsesOverflow(): RuleViolation {
  return invalid(
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "input",
    "context_length_exceeded",
  );
}

const REQUIRED: Readonly<Record<string, readonly (keyof ResponsesItem)[]>> = {
  message: ["role", "content"],
  function_call: ["call_id", "name", "arguments"],
  function_call_output: ["call_id", "output"],
  reasoning: ["summary"],
};

const LIMITS: readonly (readonly [keyof ResponsesItem, number])[] = [
  ["content", MAX_STRING],
  ["output", MAX_STRING],
  ["call_id", MAX_CALL_ID],
];

function invalid(message: string, param = "input", code: string | null = null): RuleViolation {
  return { status: 400, message, param, code };
}

function isCall(item: ResponsesItem, callId: string | undefined): boolean {
  return kindOf(item) === "function_call" && item.call_id === callId;
}

/** Returns whether the next item after the reasoning, except other reasoning, was made by the model. */
function isFollowed(input: readonly ResponsesItem[], index: number): boolean {
  const next = input.slice(index + 1).find((item) => kindOf(item) !== "reasoning");
  if (next === undefined) return false;
  if (kindOf(next) === "message") return next.role === "assistant";
  return !kindOf(next).endsWith("_output");
}
