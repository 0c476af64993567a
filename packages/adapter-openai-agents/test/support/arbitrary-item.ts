import type { AgentInputItem } from "@openai/agents-core";
import * as fc from "fast-check";

const word = fc.stringMatching(/^[a-z0-9_]{1,8}$/);
const text = fc.oneof(fc.string(), fc.string({ unit: "grapheme", maxLength: 30 }), fc.constant(""));
/** A store has no word for -0. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const image = fc.constantFrom(
  "data:image/png;base64,AAAA",
  "https://example.org/a.png",
  "iVBORw0KGgo=",
);
const fileUrl = fc.constantFrom("data:application/pdf;base64,AAAA", "https://example.org/a.pdf");
const bytes = fc.uint8Array({ maxLength: 6 });

function optional<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined });
}

/** Removes missing fields or keeps them as `undefined`; the SDK does both. */
function record(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<AgentInputItem> {
  const beside = {
    id: optional(word),
    providerData: optional(fc.dictionary(word, json, { maxKeys: 3 })),
  };
  return fc
    .tuple(fc.record({ ...beside, ...fields }), fc.boolean())
    .map(([item, keeps]) =>
      keeps
        ? item
        : Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)),
    ) as fc.Arbitrary<AgentInputItem>;
}

const inputBlock = fc.oneof(
  fc.record({ type: fc.constant("input_text"), text }),
  fc.record({ type: fc.constant("input_text"), text, providerData: fc.dictionary(word, json) }),
  fc.record({
    type: fc.constant("input_image"),
    image: fc.oneof(image, fc.record({ id: word })),
    detail: fc.constantFrom("auto", "high"),
  }),
  fc.record({
    type: fc.constant("input_file"),
    file: fc.oneof(fileUrl, fc.record({ url: fileUrl }), fc.record({ id: word })),
    filename: word,
  }),
  fc.record({ type: fc.constant("audio"), audio: word, transcript: fc.constantFrom(null, "said") }),
);

const output = fc.oneof(
  text,
  fc.record({ type: fc.constant("text"), text }),
  fc.record({
    type: fc.constant("image"),
    image: fc.oneof(
      image,
      fc.record({
        data: fc.oneof(bytes, fc.constant("AAAA")),
        mediaType: fc.constant("image/gif"),
      }),
      fc.record({ fileId: word }),
    ),
  }),
  fc.record({
    type: fc.constant("file"),
    file: fc.record({ data: bytes, mediaType: fc.constant("text/plain"), filename: word }),
  }),
  fc.array(inputBlock, { maxLength: 3 }),
);

const status = fc.constantFrom("completed", "in_progress", "incomplete", undefined);
const caller = optional(fc.record({ type: fc.constant("program"), callerId: word }));
const action = fc.constantFrom<unknown>(
  { type: "click", x: 1, y: 2, button: "left" },
  { type: "screenshot" },
);

/** Every kind of item that the SDK has, and one that it has not. */
export const anyItem: fc.Arbitrary<AgentInputItem> = fc.oneof(
  record({
    type: fc.constantFrom("message", undefined),
    role: fc.constant("user"),
    content: fc.oneof(text, fc.array(inputBlock, { maxLength: 3 })),
  }),
  record({
    type: fc.constantFrom("message", undefined),
    role: fc.constant("system"),
    content: text,
  }),
  record({
    type: fc.constantFrom("message", undefined),
    role: fc.constant("assistant"),
    status: fc.constantFrom("completed", "incomplete", "in_progress"),
    phase: fc.constantFrom("commentary", "final_answer", undefined),
    content: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant("output_text"), text }),
        fc.record({ type: fc.constant("refusal"), refusal: text }),
        fc.record({ type: fc.constant("audio"), audio: fc.record({ id: word }) }),
        fc.record({ type: fc.constant("image"), image }),
      ),
      { maxLength: 3 },
    ),
  }),
  record({
    type: fc.constant("function_call"),
    callId: word,
    name: word,
    namespace: optional(word),
    status,
    arguments: fc.oneof(
      text,
      json.map((value) => JSON.stringify(value)),
    ),
    caller,
  }),
  record({
    type: fc.constant("function_call_result"),
    callId: word,
    name: word,
    status,
    output,
    caller,
  }),
  record({
    type: fc.constant("reasoning"),
    content: fc.array(fc.record({ type: fc.constant("input_text"), text }), { maxLength: 2 }),
    rawContent: optional(fc.array(fc.record({ type: fc.constant("reasoning_text"), text }))),
    providerData: optional(fc.record({ encrypted_content: word })),
  }),
  record({
    type: fc.constant("hosted_tool_call"),
    name: fc.constantFrom("web_search_call", "mcp_call"),
    arguments: optional(text),
    output: optional(text),
    status: optional(word),
  }),
  record({ type: fc.constant("computer_call"), callId: word, status, action }),
  record({ type: fc.constant("computer_call"), callId: word, status, actions: fc.array(action) }),
  record({
    type: fc.constant("computer_call_result"),
    callId: word,
    output: fc.record({ type: fc.constant("computer_screenshot"), data: image }),
  }),
  record({
    type: fc.constant("shell_call"),
    callId: word,
    status,
    action: fc.record({ commands: fc.array(text), timeoutMs: fc.nat() }),
  }),
  record({
    type: fc.constant("shell_call_output"),
    callId: word,
    maxOutputLength: optional(fc.nat()),
    output: fc.array(
      fc.record({
        stdout: text,
        stderr: text,
        outcome: fc.constantFrom<unknown>({ type: "timeout" }, { type: "exit", exitCode: 1 }),
      }),
      { maxLength: 2 },
    ),
  }),
  record({
    type: fc.constant("apply_patch_call"),
    callId: word,
    status: fc.constant("completed"),
    operation: fc.record({ type: fc.constant("update_file"), path: word, diff: text }),
  }),
  record({
    type: fc.constant("apply_patch_call_output"),
    callId: word,
    status: fc.constantFrom("completed", "failed"),
    output: optional(text),
  }),
  record({
    type: fc.constant("tool_search_call"),
    callId: fc.constantFrom("c", null, undefined),
    execution: fc.constantFrom("client", "server"),
    arguments: json,
  }),
  record({
    type: fc.constant("tool_search_output"),
    callId: fc.constantFrom("c", null, undefined),
    tools: fc.array(fc.dictionary(word, json)),
  }),
  record({ type: fc.constant("program"), callId: word, code: text, fingerprint: word }),
  record({ type: fc.constant("program_output"), callId: word, output: text, status }),
  record({ type: fc.constant("compaction"), encrypted_content: word, created_by: optional(word) }),
  record({ type: fc.constant("unknown") }),
  record({ type: fc.constant("telepathy"), thought: json, callId: word }),
);
