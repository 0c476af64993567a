import { redactNamed } from "./named-secrets.ts";
import { isTokenLike, redactPrivateKeys, redactTokens } from "./secret-formats.ts";
import { secretSigns } from "./secret-signs.ts";

/** Removes secrets from a text. Pure, and linear in the text. */
export type Redact = (text: string) => string;

/**
 * Replaces keys, tokens and passwords by `[redacted]`: texts with a known form, such as provider keys, private keys and
 * signed tokens, and values after a name such as `api_key=`, in headers and in web addresses. Types, references to
 * variables and placeholders are kept. Returns the same text if there is no secret in it.
 */
export function redactSecrets(text: string): string {
  const signs = secretSigns(text, isTokenLike);
  return redactNamed(redactTokens(redactPrivateKeys(text), signs), signs);
}
