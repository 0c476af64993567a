import type { Memory } from "../memory.ts";
import type { Prompt } from "../prompt.ts";
import {
  responsesOverflow,
  responsesRules,
  unknownResponseRule,
} from "../rules/openai-responses.ts";
import type { Refusal } from "../rules/rule.ts";
import { openaiShapeViolation } from "../rules/shape.ts";
import { mismatchedReasoning, withoutReasoning } from "./bound-reasoning.ts";
import {
  defineEndpoint,
  type Endpoint,
  type WriteContext,
  type VendorResponse,
} from "./endpoint.ts";
import { failResponses, responsesUsage, writeResponses } from "./openai-responses-answer.ts";
import {
  completeInput,
  kindOf,
  readResponses,
  type ResponsesRequest,
  responsesRequest,
} from "./openai-responses-request.ts";

const shared = {
  vendor: "openai",
  schema: responsesRequest,
  shapeRule: {
    id: "openai-responses/shape",
    refuses: "a missing field or a field of another type, and an unknown role",
    sources: ["OpenAI API reference: Create a model response", "langchain-ai/langchain#35702"],
  },
  shapeViolation: openaiShapeViolation,
  rules: [{ ...unknownResponseRule, check: () => null }, ...responsesRules],
  read: (request: ResponsesRequest): Prompt => readResponses(withoutReasoning(request)),
  complete: completeRequest,
  fail: failResponses,
  overflow: responsesOverflow,
} as const;

export const openaiResponses: Endpoint = defineEndpoint<ResponsesRequest>({
  ...shared,
  name: "openai-responses",
  path: "/responses",
  scripted: true,
  write: writeResponses,
});

/** Assembles the input, then finds mismatched reasoning. */
function completeRequest(request: ResponsesRequest, memory: Memory): ResponsesRequest | Refusal {
  const completed = completeInput(request, memory);
  if ("rule" in completed) return completed;
  return { ...completed, withheld: mismatchedReasoning(completed, memory) };
}

/** Returns the user messages and one encrypted item for everything else. */
export const openaiResponsesCompact: Endpoint = defineEndpoint<ResponsesRequest>({
  ...shared,
  name: "openai-responses-compact",
  path: "/responses/compact",
  scripted: false,
  write: writeCompaction,
});

/** Answers contain parts where a request may contain a text. */
function contentParts(content: unknown): unknown {
  return typeof content === "string" ? [{ type: "input_text", text: content }] : content;
}

function writeCompaction(
  request: ResponsesRequest,
  { tokenUsage, newId, now }: WriteContext,
): VendorResponse {
  const kept = request.input.filter((item) => kindOf(item) === "message" && item.role === "user");
  const output = [
    ...kept.map((item) => ({
      ...item,
      id: item.id ?? newId("msg_"),
      type: "message",
      content: contentParts(item.content),
    })),
    {
      id: newId("cmp_"),
      type: "compaction",
      encrypted_content: Buffer.from(
        `${request.input.length - kept.length} items of ${request.input.length}`,
      ).toString("base64"),
    },
  ];
  const body = {
    id: newId("resp_"),
    object: "response.compaction",
    created_at: now,
    output,
    usage: responsesUsage(tokenUsage),
  };
  return { status: 200, body, events: [] };
}
