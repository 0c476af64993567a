import { type ErrorParts, errorsIn } from "./error-parts.ts";
import {
  BOUND_THINKING_WORDINGS,
  BYTES_WORDINGS,
  OUTAGE_WORDINGS,
  OVERFLOW_WORDINGS,
  RATE_LIMIT_WORDINGS,
  VAGUE_WORDINGS,
} from "./wordings.ts";

/**
 * What an error of a provider means for the context.
 *
 * `context-overflow`: too many tokens; the same request fails for ever, a compacted one does not, and a client must not
 * retry it unchanged. `bound-thinking`: the model refuses reasoning that was made behind other messages; without its
 * signed reasoning the request succeeds. `payload-too-large`: too many bytes, mostly images; fewer tokens do not help. `rate-limit`: the
 * same request may succeed later. `other`: neither.
 */
export type ProviderErrorClass =
  | "context-overflow"
  | "bound-thinking"
  | "payload-too-large"
  | "rate-limit"
  | "other";

export type ClassifyOptions = {
  /** Takes a status of 429 without a body for an overflow, as one of the gateways means it. Default: a rate limit. */
  readonly empty429IsOverflow?: boolean;
};

/**
 * Tells what an error means, by the words and the statuses in it, in the provider's answer that it carries, and in the
 * errors that caused it; the first of them that says something decides. Takes any value and never throws.
 */
export function classifyProviderError(
  error: unknown,
  options: ClassifyOptions = {},
): ProviderErrorClass {
  for (const parts of errorsIn(error)) {
    const found = classOf(parts, options);
    if (found !== null) return found;
  }
  return "other";
}

/** Words by which a 413 shows that it counts tokens and not bytes. */
const TOKEN_WORDS = /\btokens\b|\btoken (?:count|limit)|\bcontext (?:window|length|size)\b/i;

const NO_BODY = /\b(400|413|429)(?: status code)? ?\(no body\)/i;

function classOf(parts: ErrorParts, options: ClassifyOptions): ProviderErrorClass | null {
  const { text, statuses, isEmpty } = parts;
  if (isEmpty || NO_BODY.test(text)) {
    const found = emptyClass(Number(NO_BODY.exec(text)?.[1] ?? statuses[0]), options);
    if (found !== null) return found;
  }
  const isWordedAs = (wordings: readonly RegExp[]): boolean =>
    wordings.some((wording) => wording.test(text));
  if (isWordedAs(BOUND_THINKING_WORDINGS)) return "bound-thinking";
  if (isWordedAs(RATE_LIMIT_WORDINGS)) return "rate-limit";
  if (isWordedAs(OUTAGE_WORDINGS)) return "other";
  const isLimited = statuses.includes(429);
  if (isWordedAs(OVERFLOW_WORDINGS) || (!isLimited && isWordedAs(VAGUE_WORDINGS)))
    return "context-overflow";
  if (statuses.includes(413) || isWordedAs(BYTES_WORDINGS))
    return TOKEN_WORDS.test(text) ? "context-overflow" : "payload-too-large";
  return isLimited ? "rate-limit" : null;
}

/** Cerebras and Mistral answer an overflow with a bare 400 or 413; who is limited gets a bare 429. */
function emptyClass(status: number, options: ClassifyOptions): ProviderErrorClass | null {
  switch (status) {
    case 400:
    case 413:
      return "context-overflow";
    case 429:
      return options.empty429IsOverflow === true ? "context-overflow" : "rate-limit";
    default:
      return null;
  }
}

/**
 * Whether an error, or a reason to stop as text, says that the request was too large for the context window; see
 * {@link classifyProviderError}. A rate limit is none, whatever its words, and neither is a request of too many bytes.
 */
export function isContextOverflow(error: unknown, options: ClassifyOptions = {}): boolean {
  return classifyProviderError(error, options) === "context-overflow";
}
