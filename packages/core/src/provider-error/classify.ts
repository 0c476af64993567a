import type { AssistantMessage } from "../message/message.ts";
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
 * The meaning of a provider's error for the context.
 *
 * `context-overflow`: too many tokens; retry after a compaction only. `bound-thinking`: reasoning for other messages was
 * refused; retry without signed reasoning. `payload-too-large`: too many bytes, mostly images; retry after a compaction
 * too. `rate-limit`: retry the same request later. `other`: none of these.
 */
export type ProviderErrorClass =
  | "context-overflow"
  | "bound-thinking"
  | "payload-too-large"
  | "rate-limit"
  | "other";

export type ClassifyOptions = {
  /** Takes an empty answer with status 429 for an overflow, as some gateways send it. Default: `false`. */
  readonly empty429IsOverflow?: boolean;
};

/** Classifies an error by its texts and statuses, then by those of its causes. Accepts any value and never throws. */
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

/** A 413 with these words is about tokens, not bytes. */
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

/** Cerebras and Mistral report an overflow as an empty 400 or 413; an empty 429 is a rate limit. */
function emptyClass(status: number, options: ClassifyOptions): ProviderErrorClass | null {
  if (status === 400 || status === 413) return "context-overflow";
  if (status !== 429) return null;
  return options.empty429IsOverflow === true ? "context-overflow" : "rate-limit";
}

/** Whether an error, or a finish reason as text, reports a request that exceeds the context window. */
export function isContextOverflow(error: unknown, options: ClassifyOptions = {}): boolean {
  return classifyProviderError(error, options) === "context-overflow";
}

/** Xiaomi MiMo cuts the input at the window and reports slightly less than that. */
const FULL_SHARE = 0.99;

/**
 * Whether an answer without an error shows that its request did not fit the window: more input than the window, or a full
 * window and no output. Servers that cut the input without reporting it, such as Ollama, are not recognized.
 */
export function isSilentOverflow(message: AssistantMessage, windowTokens: number): boolean {
  const { usage, finishReason } = message;
  if (usage === undefined) return false;
  const isEmpty = finishReason === "length" && usage.outputTokens === 0;
  return (
    usage.inputTokens > windowTokens || (isEmpty && usage.inputTokens >= FULL_SHARE * windowTokens)
  );
}
