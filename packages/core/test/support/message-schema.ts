import * as z from "zod/mini";
import { isRecord } from "../../src/message/json.ts";
import { anyPart, count, id, json } from "../../src/schema/message-schema.ts";

/** A list of parts of some types. */
function partsOf(...types: readonly string[]): z.ZodMiniType {
  return z.array(
    anyPart.check(z.refine((part) => isRecord(part) && types.includes(String(part["type"])))),
  );
}

const contentParts = partsOf("text", "file", "other");

const metadata = { adapterMetadata: z.optional(json), group: z.optional(id) };

const tokenUsage = z.looseObject({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: z.optional(count),
  cacheWriteTokens: z.optional(count),
});

/** The rules of messages as a schema, independent of `assertMessage`. */
export const messageSchema: z.ZodMiniType = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("system"), parts: partsOf("text"), ...metadata }),
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
