import * as z from "zod/mini";
import { findNonJsonPath } from "../message/json.ts";
import type { Message } from "../message/message.ts";
import { parseWith } from "./parse-with.ts";

/** A number from 0 up. */
export const count: z.ZodMiniType = z
  .number()
  .check(z.nonnegative(), z.refine(Number.isFinite, "a finite number"));
/** A text that names something. */
export const id: z.ZodMiniType = z.string().check(z.minLength(1));
const json: z.ZodMiniType = z.unknown().check((payload) => {
  const path = findNonJsonPath(payload.value);
  if (path !== null)
    payload.issues.push({
      code: "custom",
      path: [...path],
      message: "JSON of at most 1,000 levels",
      input: payload.value,
    });
});

const textPart = z.looseObject({ type: z.literal("text"), text: z.string() });
const reasoningPart = z.looseObject({
  type: z.literal("reasoning"),
  text: z.string(),
  signature: z.optional(z.string()),
});
const filePart = z.looseObject({
  type: z.literal("file"),
  mediaType: id,
  url: id,
  name: z.optional(z.string()),
});
const toolCallPart = z.looseObject({
  type: z.literal("tool-call"),
  callId: id,
  name: id,
  arguments: z.string(),
});
const otherPart = z.looseObject({ type: z.literal("other"), kind: id, value: json });

export const anyPart: z.ZodMiniType = z.discriminatedUnion("type", [
  textPart,
  reasoningPart,
  filePart,
  toolCallPart,
  otherPart,
]);
/** What the head of a view is made of. */
export const prefixPart: z.ZodMiniType = z.discriminatedUnion("type", [textPart, filePart]);
const contentParts = z.array(z.discriminatedUnion("type", [textPart, filePart, otherPart]));

const metadata = { adapterMetadata: z.optional(json), group: z.optional(id) };

const tokenUsage = z.looseObject({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: z.optional(count),
  cacheWriteTokens: z.optional(count),
});

const message: z.ZodMiniType = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("system"), parts: z.array(textPart), ...metadata }),
  z.looseObject({
    role: z.literal("user"),
    provenance: z.enum(["user", "synthetic", "summary"]),
    parts: contentParts,
    ...metadata,
  }),
  z.looseObject({
    role: z.literal("assistant"),
    parts: z.array(anyPart),
    model: z.optional(z.string()),
    finishReason: z.optional(z.enum(["stop", "length", "aborted", "error"])),
    usage: z.optional(tokenUsage),
    ...metadata,
  }),
  z.looseObject({
    role: z.literal("tool"),
    callId: id,
    name: id,
    failed: z.optional(z.boolean()),
    useless: z.optional(z.boolean()),
    parts: contentParts,
    ...metadata,
  }),
]);

/**
 * A message from outside, checked. Fields that this release does not know are kept.
 *
 * @param field what the value is called in the error
 * @throws `invalid-input` naming the field, its value and what would be right
 */
export function parseMessage(value: unknown, field = "message"): Message {
  return parseWith(message, value, field) as Message;
}
