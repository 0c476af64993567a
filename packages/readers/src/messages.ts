import type { Message, Provenance, ToolMessage, UserMessage } from "@cutpoint/core";
import { jsonValue } from "./fields.ts";

export function fromUser(provenance: Provenance, parts: UserMessage["parts"]): UserMessage {
  return { role: "user", provenance, parts };
}

/** Returns the result of a call. A missing id or name becomes `unknown`. */
export function resultMessage(
  callId: string | undefined,
  name: string | undefined,
  parts: ToolMessage["parts"],
  failed: boolean,
): ToolMessage {
  return {
    role: "tool",
    callId: callId ?? "unknown",
    name: name ?? "unknown",
    ...(failed ? { failed } : {}),
    parts,
  };
}

/** Keeps a message of an unknown kind as a whole. */
export function unknownMessage(kind: string, message: unknown): Message {
  return fromUser("synthetic", [{ type: "other", kind, value: jsonValue(message) }]);
}
