import { createHash } from "node:crypto";

const PREFIX = "provider-sim:";

/** The signature of thinking that the provider made itself. */
export function signThinking(thinking: string): string {
  return PREFIX + createHash("sha256").update(thinking).digest("base64");
}

/** What a signature tells: the thinking is as it was, was changed, or is signed by somebody that nobody can check. */
export function checkSignature(
  thinking: string,
  signature: string,
): "unchanged" | "changed" | "invalid" | "unknown" {
  if (signature === "") return "invalid";
  if (!signature.startsWith(PREFIX)) return "unknown";
  return signature === signThinking(thinking) ? "unchanged" : "changed";
}
