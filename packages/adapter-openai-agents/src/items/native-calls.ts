import { type FilePart, textOf, type ToolCallPart, type ToolMessage } from "@cutpoint/core";
import { isRecord, parseJson } from "@cutpoint/core/kit";
import { toJson } from "@cutpoint/host-kit";
import type { JsonRecord } from "./json.ts";

/**
 * Tool calls with an item type of their own. `fields` contain the arguments, and `result` is the type of the result
 * item.
 *
 * Their tool names are the item types, so they cannot be confused with functions.
 */
const NATIVE: Readonly<
  Record<string, { readonly fields: readonly string[]; readonly result: string }>
> = {
  computer_call: { fields: ["action", "actions"], result: "computer_call_result" },
  shell_call: { fields: ["action"], result: "shell_call_output" },
  apply_patch_call: { fields: ["operation"], result: "apply_patch_call_output" },
};

/** Tool kinds of these calls, for the digest. */
export const NATIVE_TOOL_KINDS = { shell_call: "command", apply_patch_call: "patch" } as const;

/** Returns the tool name for a type of result item; `undefined` for other items. */
export function nativeResultName(type: unknown): string | undefined {
  return Object.keys(NATIVE).find((call) => NATIVE[call]?.result === type);
}

/** Converts a native call item to a tool call; `undefined` for other items. */
export function nativeCall(item: JsonRecord): Omit<ToolCallPart, "callId"> | undefined {
  const type = String(item["type"]);
  const native = NATIVE[type];
  if (native === undefined) return undefined;
  const input = Object.fromEntries(
    native.fields.flatMap((field) => (item[field] === undefined ? [] : [[field, item[field]]])),
  );
  const [only] = Object.values(input);
  const isBare = Object.keys(input).length === 1 && native.fields.length === 1;
  return {
    type: "tool-call",
    name: type,
    arguments: JSON.stringify(toJson(isBare ? only : input)),
  };
}

/** Converts a tool call to a native call item; `undefined` for a function call. */
export function nativeCallItem(call: ToolCallPart): JsonRecord | undefined {
  const native = NATIVE[call.name];
  if (native === undefined) return undefined;
  const input = parseJson(call.arguments) ?? {};
  const [field = ""] = native.fields;
  const fields = native.fields.length === 1 ? { [field]: input } : isRecord(input) ? input : {};
  return { type: call.name, callId: call.callId, status: "completed", ...fields };
}

/** Converts a tool result to a native result item; `undefined` for a function result. */
export function nativeResultItem(message: ToolMessage): JsonRecord | undefined {
  const { callId, name, failed = false } = message;
  const native = NATIVE[name];
  if (native === undefined) return undefined;
  const base = { type: native.result, callId };
  const text = textOf(message);
  switch (name) {
    case "computer_call":
      return { ...base, output: { type: "computer_screenshot", data: screenshot(message) } };
    case "shell_call":
      return {
        ...base,
        output: [{ stdout: text, stderr: "", outcome: { type: "exit", exitCode: failed ? 1 : 0 } }],
      };
    default:
      return { ...base, status: failed ? "failed" : "completed", output: text };
  }
}

/** The smallest PNG. It replaces a pruned screenshot, because the result must contain an image. */
const BLANK =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function screenshot({ parts }: ToolMessage): string {
  return parts.find((part): part is FilePart => part.type === "file")?.url ?? BLANK;
}
