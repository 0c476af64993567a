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
  const redacted = ENCODED_SIGN.test(text) ? text.replace(ENCODED, redactEncoded) : text;
  if (!INVISIBLE_SIGN.test(redacted)) return redactPlain(redacted);
  // A secret may be split by characters that are not visible.
  const visible = redacted.replace(INVISIBLE, "");
  const found = redactPlain(visible);
  return found === visible ? redacted : found;
}

const INVISIBLE_SIGN = /[\u00AD\u200B-\u200D\u2060\uFEFF]/;
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;

const ENCODED_SIGN = /%3[ADad]/;
/** A run in the encoding of web addresses. */
const ENCODED = /(?:[\w.~+-]|%[0-9A-Fa-f]{2}){8,8000}/g;

function redactEncoded(run: string): string {
  if (!ENCODED_SIGN.test(run)) return run;
  try {
    const decoded = decodeURIComponent(run);
    const redacted = redactPlain(decoded);
    return redacted === decoded ? run : redacted;
  } catch {
    return run;
  }
}

function redactPlain(text: string): string {
  const signs = secretSigns(text, isTokenLike);
  return redactNamed(redactTokens(redactPrivateKeys(text), signs), signs);
}
