import { createHash } from "node:crypto";

const PREFIX = "provider-sim:";

/** Hashes of everything before a thinking block. */
export type ThinkingBinding = {
  readonly system: string;
  /** Tools and all messages before it, without thinking. */
  readonly conversation: string;
  /** The thinking block before it, or {@link NO_THINKING}. */
  readonly previous: string;
};

/** A thinking block that was created with another prefix than the request has. */
export type MismatchedThinking = {
  /** For example `messages.2.content.0`. */
  readonly path: string;
  readonly differs: keyof ThinkingBinding;
};

/** Value of `previous` if there is no thinking block before. */
export const NO_THINKING = "none";

/** Returns the signature of thinking. `binding` is `null` for models that do not bind it. */
export function signThinking(thinking: string, binding: ThinkingBinding | null): string {
  const base = PREFIX + hashOf(thinking);
  if (binding === null) return base;
  return [base, binding.system, binding.conversation, binding.previous].join(".");
}

/** Returns whether thinking matches its signature. `unknown` if another provider signed it. */
export function checkSignature(
  thinking: string,
  signature: string,
): "unchanged" | "changed" | "invalid" | "unknown" {
  if (signature === "") return "invalid";
  if (!signature.startsWith(PREFIX)) return "unknown";
  return signature.split(".")[0] === PREFIX + hashOf(thinking) ? "unchanged" : "changed";
}

/** Returns the binding in a signature. `null` if another provider signed it or the model does not bind thinking. */
export function readBinding(signature: string): ThinkingBinding | null {
  const [base = "", system, conversation, previous] = signature.split(".");
  if (!base.startsWith(PREFIX)) return null;
  if (system === undefined || conversation === undefined || previous === undefined) return null;
  return { system, conversation, previous };
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
