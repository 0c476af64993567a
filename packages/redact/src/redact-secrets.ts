import { redactNamed } from "./named-secrets.ts";
import { isTokenLike, redactPrivateKeys, redactTokens } from "./secret-formats.ts";
import { ENCODED_SIGN, secretSigns, SIGN } from "./secret-signs.ts";

/** Removes secrets from a text. Pure, and linear in the text. */
export type Redact = (text: string) => string;

/**
 * Replaces keys, tokens and passwords by `[redacted]`: texts with a known form, such as provider keys, private keys and
 * signed tokens, and values after a name such as `api_key=`, in headers and in web addresses. Types, references to
 * variables and placeholders are kept. Returns the same text if there is no secret in it.
 */
export function redactSecrets(text: string): string {
  const signs = secretSigns(text, isTokenLike);
  if ((signs & (SIGN.encoded | SIGN.invisible)) === 0) return redactPlain(text, signs);
  const redacted = text.replace(ENCODED, redactEncoded);
  // A secret may be split by characters that are not visible.
  const visible = redacted.replace(INVISIBLE, "");
  const found = redactPlain(visible);
  return found === visible ? redacted : found;
}

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;

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

function redactPlain(text: string, signs: number = secretSigns(text, isTokenLike)): string {
  return redactNamed(redactTokens(redactPrivateKeys(text), signs), signs);
}
