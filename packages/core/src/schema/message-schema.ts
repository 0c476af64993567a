import * as z from "zod/mini";
import { assertMessage } from "../message/assert-message.ts";
import { findNonJsonPath } from "../message/json.ts";
import type { Message } from "../message/message.ts";

export const count: z.ZodMiniType = z
  .number()
  .check(z.nonnegative(), z.refine(Number.isFinite, "a finite number"));
export const id: z.ZodMiniType = z.string().check(z.minLength(1));
export const json: z.ZodMiniType = z.unknown().check((payload) => {
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
export const prefixPart: z.ZodMiniType = z.discriminatedUnion("type", [textPart, filePart]);

/**
 * Returns a message after checking it. Unknown fields are allowed.
 *
 * @param field the name of the value in the error
 * @throws `invalid-input` if it is not a message; the error names the field
 */
export function parseMessage(value: unknown, field = "message"): Message {
  assertMessage(value, field);
  return value;
}
