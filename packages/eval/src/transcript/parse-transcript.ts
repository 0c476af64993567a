import { assistantMessage, CutpointError, userMessage, type Message } from "@cutpoint/core";
import { systemMessage, toolMessage } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import * as z from "zod/mini";
import type { Transcript, TranscriptKind } from "./transcript.ts";

const text = z.string();
const call = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  arguments: z.record(z.string(), z.unknown()),
});
const shown = { content: text, meta: z.optional(text) };
const messageSchema = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), ...shown }),
  z.object({ role: z.literal("user"), ...shown }),
  z.object({ role: z.literal("assistant"), ...shown, toolCalls: z.optional(z.array(call)) }),
  z.object({
    role: z.literal("tool"),
    ...shown,
    toolCallId: z.string().check(z.minLength(1)),
    toolName: z.string().check(z.minLength(1)),
    isError: z.optional(z.boolean()),
  }),
]);
const index = z.number().check(z.int(), z.nonnegative());
const question = z.object({ question: text, evidence: z.array(index) });
const source = z.optional(z.object({ repo: z.optional(text) }));
const header = { id: z.string().check(z.minLength(1)), source, project: z.optional(text) };
const document = z.discriminatedUnion("kind", [
  z.object({ ...header, kind: z.enum(["coding", "service"]), messages: z.array(messageSchema) }),
  z.object({
    ...header,
    kind: z.enum(["chat", "locomo"]),
    messages: z.array(messageSchema),
    qa: z.array(question),
  }),
  z.object({
    ...header,
    kind: z.enum(["recorded", "llmref"]),
    history: z.array(messageSchema),
    summary: text,
    future: z.array(messageSchema),
  }),
]);

type RawMessage = z.infer<typeof messageSchema>;

/**
 * Parses a transcript. The README describes the format.
 *
 * @param name name of the transcript in errors, such as a file name
 * @throws `invalid-input` with the field, its value and what is expected
 */
export function parseTranscript(value: unknown, name = "transcript"): Transcript {
  const result = document.safeParse(value);
  if (!result.success) throw notTranscript(value, name, result.error.issues[0]);
  const { data } = result;
  const messages = "history" in data ? [...data.history, ...data.future] : data.messages;
  assertCalls(messages, name);
  return {
    id: data.id,
    kind: KINDS[data.kind],
    project: data.project ?? data.source?.repo ?? data.id,
    messages: messages.map(messageOf),
    shown: new Map(
      messages.flatMap(({ meta }, place) => (meta === undefined ? [] : [[place, meta] as const])),
    ),
    questions: "qa" in data ? data.qa : [],
    summary: "history" in data ? { text: data.summary, cut: data.history.length } : null,
  };
}

const KINDS: Readonly<Record<z.infer<typeof document>["kind"], TranscriptKind>> = {
  coding: "coding",
  service: "service",
  chat: "chat",
  locomo: "chat",
  recorded: "recorded",
  llmref: "recorded",
};

function messageOf(message: RawMessage): Message {
  switch (message.role) {
    case "system":
      return systemMessage(message.content);
    case "user":
      return userMessage(message.content);
    case "assistant":
      return assistantMessage(
        message.content,
        (message.toolCalls ?? []).map((toolCall) => ({
          callId: toolCall.id,
          name: toolCall.name,
          arguments: JSON.stringify(toolCall.arguments),
        })),
      );
    case "tool":
      return toolMessage(
        { callId: message.toolCallId, name: message.toolName },
        message.content,
        message.isError === true,
      );
  }
}

function assertCalls(messages: readonly RawMessage[], name: string): void {
  let open: ReadonlySet<string> = new Set();
  for (const [place, message] of messages.entries()) {
    if (message.role === "assistant") open = new Set(message.toolCalls?.map(({ id }) => id));
    else if (message.role !== "tool") open = new Set();
    else if (!open.has(message.toolCallId))
      throw new CutpointError(
        "invalid-input",
        `${name}: message ${place} has toolCallId ${JSON.stringify(message.toolCallId)}: expected the id of a call in the assistant message before it`,
      );
  }
}

function notTranscript(value: unknown, name: string, issue?: z.core.$ZodIssue): CutpointError {
  const path = issue?.path ?? [];
  const field = path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("");
  const named = field === "" ? "the transcript" : field.replace(/^\./u, "");
  return invalidInput(`${name}: ${named}`, path.reduce<unknown>(valueAt, value), remedyOf(issue));
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function remedyOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((each) => JSON.stringify(each)).join(" or ")}`;
    case "invalid_union":
      return issue.path.at(-1) === "role"
        ? "expected system, user, assistant or tool"
        : 'expected an object whose kind is "coding", "service", "chat" or "recorded"';
    default:
      return "expected the format in the README of @cutpoint/eval";
  }
}
