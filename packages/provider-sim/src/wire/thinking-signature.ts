import { createHash } from "node:crypto";

const PREFIX = "provider-sim:";

/** What thinking was made under, each as a hash. */
export type ThinkingBinding = {
  readonly system: string;
  /** Tools and all messages before it, without thinking. */
  readonly conversation: string;
  /** The thinking block before it; {@link NO_THINKING} if there is none. */
  readonly previous: string;
};

/** A thinking block that was made under something else than what the request has before it. */
export type MismatchedThinking = {
  /** `messages.2.content.0` */
  readonly path: string;
  readonly differs: keyof ThinkingBinding;
};

/** Stands for "no thinking block before this one" in a {@link ThinkingBinding}. */
export const NO_THINKING = "none";

/** The signature of thinking that the provider made itself; `binding` is `null` for models that do not bind it. */
export function signThinking(thinking: string, binding: ThinkingBinding | null): string {
  const seal = PREFIX + hashOf(thinking);
  if (binding === null) return seal;
  return [seal, binding.system, binding.conversation, binding.previous].join(".");
}

/** What a signature tells: the thinking is as it was, was changed, or is signed by somebody that nobody can check. */
export function checkSignature(
  thinking: string,
  signature: string,
): "unchanged" | "changed" | "invalid" | "unknown" {
  if (signature === "") return "invalid";
  if (!signature.startsWith(PREFIX)) return "unknown";
  return signature.split(".")[0] === PREFIX + hashOf(thinking) ? "unchanged" : "changed";
}

/** Reads what thinking was made under; `null` if the signature is not the provider's own or has no binding. */
export function readBinding(signature: string): ThinkingBinding | null {
  const [seal = "", system, conversation, previous] = signature.split(".");
  if (!seal.startsWith(PREFIX)) return null;
  if (system === undefined || conversation === undefined || previous === undefined) return null;
  return { system, conversation, previous };
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
