import type { FilePart, Message, OtherPart, Part, TextPart } from "@cutpoint/core";
import { z } from "zod";
import type { Memory } from "../memory.ts";
import type { Prompt } from "../prompt.ts";
import type { Refusal } from "../rules/rule.ts";
import { filePart, otherPart } from "./read-part.ts";

/** A part of a message item or of a tool output. */
type ResponsesPart = {
  readonly type: string;
  readonly text?: string | null | undefined;
  readonly refusal?: string | null | undefined;
  readonly image_url?: string | null | undefined;
};

/** The fields of an input item that rules and counting use. Without `type`, it is a message. */
export type ResponsesItem = {
  readonly type?: string | undefined;
  readonly id?: string | null | undefined;
  readonly role?: "user" | "assistant" | "system" | "developer" | undefined;
  readonly content?: string | readonly ResponsesPart[] | null | undefined;
  readonly call_id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
  readonly output?: unknown;
  readonly summary?: readonly { readonly text: string }[] | undefined;
  readonly encrypted_content?: string | null | undefined;
};

/** A Responses request. The schema converts a string `input` to a list. */
export type ResponsesRequest = {
  readonly model: string;
  readonly input: readonly ResponsesItem[];
  readonly instructions?: string | null | undefined;
  readonly tools?: readonly unknown[] | null | undefined;
  readonly stream?: boolean | null | undefined;
  readonly store?: boolean | null | undefined;
  readonly previous_response_id?: string | null | undefined;
  readonly max_output_tokens?: number | null | undefined;
  /** Ids of reasoning that is not shown to the model. Set when the request arrives. */
  readonly withheld?: readonly string[] | undefined;
};

const part: z.ZodType<ResponsesPart> = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  image_url: z.string().nullish(),
});

const item: z.ZodType<ResponsesItem> = z.looseObject({
  type: z.string().optional(),
  id: z.string().nullish(),
  role: z.enum(["user", "assistant", "system", "developer"]).optional(),
  content: z.union([z.string(), z.array(part)]).nullish(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  output: z.unknown().optional(),
  summary: z.array(z.looseObject({ text: z.string() })).optional(),
  encrypted_content: z.string().nullish(),
});

export const responsesRequest: z.ZodType<ResponsesRequest> = z.looseObject({
  model: z.string(),
  input: z.preprocess(
    (input) => (typeof input === "string" ? [{ role: "user", content: input }] : input),
    z.array(item),
  ),
  instructions: z.string().nullish(),
  tools: z.array(z.unknown()).nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  max_output_tokens: z.number().nullish(),
});

/** Prepends the items of the previous response and resolves item references. */
export function completeInput(
  request: ResponsesRequest,
  memory: Memory,
): ResponsesRequest | Refusal {
  const previous = request.previous_response_id ?? null;
  const before = previous === null ? [] : memory.responses.get(previous);
  if (before === undefined)
    return {
      rule: "openai-responses/unknown-response",
      violation: {
        status: 400,
        message: `Previous response with id '${previous}' not found.`,
        param: "previous_response_id",
        code: "previous_response_not_found",
      },
    };
  const input = request.input.map((sent) =>
    sent.type === "item_reference"
      ? ((memory.items.get(sent.id ?? "") as ResponsesItem | undefined) ?? sent)
      : sent,
  );
  return { ...request, input: [...(before as readonly ResponsesItem[]), ...input] };
}

export function readResponses(request: ResponsesRequest): Prompt {
  const tools = request.tools ?? [];
  const instructions = request.instructions ?? "";
  return {
    model: request.model,
    streamed: request.stream === true,
    messages: [
      ...(instructions === ""
        ? []
        : [{ role: "system", parts: [{ type: "text", text: instructions }] } as const]),
      ...request.input.map(readItem),
    ],
    tools: tools.length === 0 ? "" : JSON.stringify(tools),
    outputTokens: request.max_output_tokens ?? null,
    withheldReasoning: request.withheld ?? [],
    cachePoints: "automatic",
  };
}

/** Returns the type of an item. Only messages may omit it. */
export function kindOf(sent: ResponsesItem): string {
  return sent.type ?? "message";
}

/** Converts an item to a message of core. */
export function readItem(sent: ResponsesItem): Message {
  switch (kindOf(sent)) {
    case "message":
      return readMessage(sent);
    case "reasoning":
      return assistant({
        type: "reasoning",
        text: (sent.summary ?? []).map(({ text }) => text).join("\n"),
        ...(typeof sent.encrypted_content === "string"
          ? { signature: sent.encrypted_content }
          : {}),
      });
    case "function_call":
      return assistant({
        type: "tool-call",
        callId: sent.call_id ?? "",
        name: sent.name ?? "",
        arguments: sent.arguments ?? "",
      });
    case "function_call_output":
      return { role: "tool", callId: sent.call_id ?? "", name: "", parts: readOutput(sent.output) };
    default:
      return assistant(otherPart(kindOf(sent), sent));
  }
}

function assistant(part: Part): Message {
  return { role: "assistant", parts: [part] };
}

function readMessage({ role, content }: ResponsesItem): Message {
  const parts = readContent(content);
  if (role === "assistant") return { role, parts };
  if (role === "system" || role === "developer")
    return {
      role: "system",
      parts: parts.filter((each): each is TextPart => each.type === "text"),
    };
  return { role: "user", provenance: "user", parts };
}

function readContent(
  content: ResponsesItem["content"],
): readonly (TextPart | FilePart | OtherPart)[] {
  if (content === null || content === undefined || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((each) => {
    const text = each.text ?? each.refusal ?? null;
    if (text !== null) return { type: "text", text };
    return typeof each.image_url === "string"
      ? filePart(each.image_url)
      : otherPart(each.type, each);
  });
}

function readOutput(output: unknown): readonly (TextPart | FilePart | OtherPart)[] {
  if (typeof output === "string") return output === "" ? [] : [{ type: "text", text: output }];
  const parts = z.array(part).safeParse(output);
  return parts.success ? readContent(parts.data) : [otherPart("output", output ?? null)];
}
