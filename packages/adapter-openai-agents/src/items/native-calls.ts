import type { FilePart, ToolCallPart, ToolMessage } from "@cutpoint/core";
import { textOf } from "@cutpoint/core";
import { isRecord, type JsonRecord, toJson } from "./json.ts";

/**
 * Calls that a model makes by an item of their own, with a result item: what the call asks for stands in the named fields.
 * Their names are the item types, so that no function is taken for one.
 */
const NATIVE: Readonly<
  Record<string, { readonly fields: readonly string[]; readonly result: string }>
> = {
  computer_call: { fields: ["action", "actions"], result: "computer_call_result" },
  shell_call: { fields: ["action"], result: "shell_call_output" },
  apply_patch_call: { fields: ["operation"], result: "apply_patch_call_output" },
};

const CALL_OF_RESULT: ReadonlyMap<string, string> = new Map(
  Object.entries(NATIVE).map(([call, { result }]) => [result, call]),
);

/** What these calls do, for the digest. */
export const NATIVE_TOOL_KINDS = { shell_call: "command", apply_patch_call: "patch" } as const;

/** The name of the call that a result item answers; `undefined` for other items. */
export function nativeResultName(type: string): string | undefined {
  return CALL_OF_RESULT.get(type);
}

/** A call item as a tool call; `undefined` for other items. */
export function nativeCall(item: JsonRecord): Omit<ToolCallPart, "callId"> | undefined {
  const type = String(item["type"]);
  const native = NATIVE[type];
  if (native === undefined) return undefined;
  const asked = Object.fromEntries(
    native.fields.flatMap((field) => (item[field] === undefined ? [] : [[field, item[field]]])),
  );
  const [only] = Object.values(asked);
  const isBare = Object.keys(asked).length === 1 && native.fields.length === 1;
  return {
    type: "tool-call",
    name: type,
    arguments: JSON.stringify(toJson(isBare ? only : asked)),
  };
}

/** The item that a tool call of such a name is; `undefined` for a function's. */
export function nativeCallItem(call: ToolCallPart): JsonRecord | undefined {
  const native = NATIVE[call.name];
  if (native === undefined) return undefined;
  const asked = parsed(call.arguments);
  const [field = ""] = native.fields;
  const fields = native.fields.length === 1 ? { [field]: asked } : isRecord(asked) ? asked : {};
  return { type: call.name, callId: call.callId, status: "completed", ...fields };
}

/** The item that the result of such a call is; `undefined` for a function's. */
export function nativeResultItem(message: ToolMessage): JsonRecord | undefined {
  const { callId, name, failed = false } = message;
  const native = NATIVE[name];
  if (native === undefined) return undefined;
  const head = { type: native.result, callId };
  const text = textOf(message);
  switch (name) {
    case "computer_call":
      return { ...head, output: { type: "computer_screenshot", data: screenshot(message) } };
    case "shell_call":
      return {
        ...head,
        output: [{ stdout: text, stderr: "", outcome: { type: "exit", exitCode: failed ? 1 : 0 } }],
      };
    default:
      return { ...head, status: failed ? "failed" : "completed", output: text };
  }
}

/** The smallest PNG: where a screenshot was taken out of the view, as a result must hold an image. */
const BLANK =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function screenshot({ parts }: ToolMessage): string {
  return parts.find((part): part is FilePart => part.type === "file")?.url ?? BLANK;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
