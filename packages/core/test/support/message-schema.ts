import * as z from "zod/mini";
import { findNonJsonPath } from "../../src/message/json.ts";

const count: z.ZodMiniType = z
  .number()
  .check(z.nonnegative(), z.refine(Number.isFinite, "a finite number"));
const id: z.ZodMiniType = z.string().check(z.minLength(1));
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

const contentParts: z.ZodMiniType = z.array(
  z.discriminatedUnion("type", [textPart, filePart, otherPart]),
);
const anyParts: z.ZodMiniType = z.array(
  z.discriminatedUnion("type", [textPart, reasoningPart, filePart, toolCallPart, otherPart]),
);

const metadata = { adapterMetadata: z.optional(json), group: z.optional(id) };

const tokenUsage = z.looseObject({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: z.optional(count),
  cacheWriteTokens: z.optional(count),
});

/** The rules of messages as a schema. */
const messageSchema: z.ZodMiniType = z.discriminatedUnion("role", [
  z.looseObject({
    role: z.literal("system"),
    parts: z.array(z.discriminatedUnion("type", [textPart])),
    ...metadata,
  }),
  z.looseObject({
    role: z.literal("user"),
    provenance: z.enum(["user", "synthetic", "summary"]),
    name: z.optional(id),
    parts: contentParts,
    ...metadata,
  }),
  z.looseObject({
    role: z.literal("assistant"),
    parts: anyParts,
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
    parts: contentParts,
    ...metadata,
  }),
]);

/** Returns the fields that are wrong by rules independent of `assertMessage`. A message has none. */
export function faultsBySchema(value: unknown): readonly string[] {
  const { error } = messageSchema.safeParse(value);
  return (error?.issues ?? []).map(({ path }) => fieldAt(path));
}

function fieldAt(path: readonly PropertyKey[]): string {
  const keys = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  const most = 16;
  return `message${[...keys.slice(0, most), ...(keys.length > most ? [".…"] : [])].join("")}`;
}
