import { assistantMessage, CutpointError, userMessage, type Message } from "@cutpoint/core";
import { systemMessage, toolMessage } from "@cutpoint/core";
import * as z from "zod/mini";
import type { Transcript, TranscriptKind } from "./transcript.ts";

const text = z.string();
const call = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  arguments: z.record(z.string(), z.unknown()),
});
const shown = { content: text, meta: z.optional(text) };
const said = z.discriminatedUnion("role", [
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
const asked = z.object({ question: text, evidence: z.array(index) });
const source = z.optional(z.object({ repo: z.optional(text) }));
const head = { id: z.string().check(z.minLength(1)), source, project: z.optional(text) };
const document = z.discriminatedUnion("kind", [
  z.object({ ...head, kind: z.enum(["coding", "service"]), messages: z.array(said) }),
  z.object({
    ...head,
    kind: z.enum(["chat", "locomo"]),
    messages: z.array(said),
    qa: z.array(asked),
  }),
  z.object({
    ...head,
    kind: z.enum(["recorded", "llmref"]),
    history: z.array(said),
    summary: text,
    future: z.array(said),
  }),
]);

type Said = z.infer<typeof said>;

/**
 * A transcript in the neutral form; the package's README tells what it is.
 *
 * @param name what the transcript is called in the error: a file's name
 * @throws `invalid-input` naming the field, its value and what would be right
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

function messageOf(said: Said): Message {
  switch (said.role) {
    case "system":
      return systemMessage(said.content);
    case "user":
      return userMessage(said.content);
    case "assistant":
      return assistantMessage(
        said.content,
        (said.toolCalls ?? []).map((made) => ({
          callId: made.id,
          name: made.name,
          arguments: JSON.stringify(made.arguments),
        })),
      );
    case "tool":
      return toolMessage(
        { callId: said.toolCallId, name: said.toolName },
        said.content,
        said.isError === true,
      );
  }
}

/** Every result must answer a call of the assistant message before it. */
function assertCalls(messages: readonly Said[], name: string): void {
  let open: ReadonlySet<string> = new Set();
  for (const [place, said] of messages.entries()) {
    if (said.role === "assistant") open = new Set(said.toolCalls?.map(({ id }) => id));
    else if (said.role !== "tool") open = new Set();
    else if (!open.has(said.toolCallId))
      throw new CutpointError(
        "invalid-input",
        `${name}: message ${place} has toolCallId ${JSON.stringify(said.toolCallId)}: it should be the id of a call of the assistant message before it`,
      );
  }
}

function notTranscript(value: unknown, name: string, issue?: z.core.$ZodIssue): CutpointError {
  const path = issue?.path ?? [];
  const field = path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("");
  const found = JSON.stringify(path.reduce<unknown>(valueAt, value)) ?? "missing";
  const brief = found.length > 80 ? `${found.slice(0, 80)}…` : found;
  return new CutpointError(
    "invalid-input",
    `${name}: ${field === "" ? "the transcript" : field.replace(/^\./u, "")} is ${brief}: ${remedyOf(issue)}`,
  );
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function remedyOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_type":
      return `it should be ${issue.expected}`;
    case "invalid_value":
      return `it should be ${issue.values.map((each) => JSON.stringify(each)).join(" or ")}`;
    case "invalid_union":
      return issue.path.at(-1) === "role"
        ? "it should be system, user, assistant or tool"
        : 'it should be an object whose kind is "coding", "service", "chat" or "recorded"';
    default:
      return "it is not what it should be";
  }
}
