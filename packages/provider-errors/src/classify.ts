import { type ErrorParts, errorsIn } from "./error-parts.ts";
import { type ReportedLimit, readReportedLimit } from "./reported-limit.ts";
import { type ProviderErrorClass, WORDINGS } from "./wordings.ts";

export type ClassifyOptions = {
  /** Takes an empty answer with status 429 for an overflow, as some gateways send it. Default: `false`. */
  readonly empty429IsOverflow?: boolean;
};

/** An error of a provider: its class, and the limit that it reports. */
export type ProviderError = {
  readonly class: ProviderErrorClass;
  /** `null` if the class is not about a limit, or none is reported. */
  readonly limit: ReportedLimit | null;
};

/** Reads the class of an error and the limit that it reports. Accepts any value and never throws. */
export function readProviderError(error: unknown, options: ClassifyOptions = {}): ProviderError {
  const found = classifyProviderError(error, options);
  const isTooLarge = found === "context-overflow" || found === "payload-too-large";
  return { class: found, limit: isTooLarge ? readReportedLimit(error) : null };
}

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
  const isLimited = statuses.includes(429);
  const wording = WORDINGS.find(
    ({ pattern, unless429 }) => !(unless429 === true && isLimited) && pattern.test(text),
  );
  const found = wording?.class ?? (statuses.includes(413) ? "payload-too-large" : null);
  if (found === "payload-too-large" && TOKEN_WORDS.test(text)) return "context-overflow";
  return found ?? (isLimited ? "rate-limit" : null);
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
