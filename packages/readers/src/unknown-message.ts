import type { Message } from "@cutpoint/core";
import { jsonValue } from "./fields.ts";

/** Keeps a message of an unknown kind as a whole. */
export function unknownMessage(kind: string, message: unknown): Message {
  return {
    role: "user",
    provenance: "synthetic",
    parts: [{ type: "other", kind, value: jsonValue(message) }],
  };
}
