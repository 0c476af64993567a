import { type ErrorParts, errorsIn } from "./error-parts.ts";
import { readRefusal } from "./grammar.ts";
import type { LimitUnit, ReportedLimit } from "./reported-limit.ts";
import { OTHER_ERRORS, OTHER_REFUSALS, type ProviderErrorClass } from "./wordings.ts";

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

/**
 * Reads the class of an error and the limit that it reports: from its texts and statuses, then from those of its causes.
 * Accepts any value and never throws.
 */
export function readProviderError(error: unknown, options: ClassifyOptions = {}): ProviderError {
  for (const parts of errorsIn(error)) {
    const found = readParts(parts, options);
    if (found !== null) return found;
  }
  return { class: "other", limit: null };
}

/** Returns the class that {@link readProviderError} finds. */
export function classifyProviderError(
  error: unknown,
  options: ClassifyOptions = {},
): ProviderErrorClass {
  return readProviderError(error, options).class;
}

/** A 413 with these words is about tokens, not bytes. */
const TOKEN_WORDS = /\btokens\b|\btoken (?:count|limit)|\bcontext (?:window|length|size)\b/i;

const NO_BODY = /\b(400|413|429)(?: status code)? ?\(no body\)/i;

/** Errors with these statuses are about the account. */
const ACCOUNT = [401, 402];

function readParts(
  { isEmpty, numbers, statuses, texts }: ErrorParts,
  options: ClassifyOptions,
): ProviderError | null {
  const text = texts.join("\n");
  const noBody = NO_BODY.exec(text);
  if (isEmpty || noBody !== null) {
    const found = emptyClass(Number(noBody?.[1] ?? statuses[0]), options);
    if (found !== null) return { class: found, limit: null };
  }
  const other = OTHER_ERRORS.find(([, , , pattern]) => pattern.test(text));
  if (other?.[0] === "rate-limit") {
    const limit = limitAboveRate(text);
    return { class: limit === null ? "rate-limit" : "context-overflow", limit };
  }
  if (other !== undefined) return { class: other[0], limit: null };
  const refused = OTHER_REFUSALS.find(([, , , pattern]) => pattern.test(text));
  if (refused !== undefined) return worded(refused[0], text);
  const isLimited = statuses.includes(429);
  if (!statuses.some((status) => ACCOUNT.includes(status))) {
    const refusals = texts.flatMap((each) => readRefusal(each) ?? []);
    const refusal = refusals.find(({ isVague }) => !isLimited || !isVague);
    if (refusal !== undefined) {
      const found = [...refusals, ...numbers.flatMap((each) => readRefusal(each) ?? [])];
      const limit = refusal.limit ?? found.find((each) => each.limit !== null)?.limit ?? null;
      return { class: CLASSES[refusal.unit] ?? "payload-too-large", limit };
    }
  }
  if (statuses.includes(413)) return worded("payload-too-large", text);
  return isLimited ? { class: "rate-limit", limit: null } : null;
}

function worded(errorClass: ProviderErrorClass, text: string): ProviderError {
  const isTokens = errorClass === "payload-too-large" && TOKEN_WORDS.test(text);
  return { class: isTokens ? "context-overflow" : errorClass, limit: null };
}

const CLASSES: Partial<Readonly<Record<LimitUnit, ProviderErrorClass>>> = {
  tokens: "context-overflow",
  characters: "context-overflow",
  messages: "context-overflow",
};

const RATE = /\blimit(?:ed)?(?: is| of| to)?[:=]? ?([\d,.]{3,13})/i;
const REQUESTED = /\brequest(?:ed|s|ing| of)?(?: is| has| contains| with)?[:=]? ?([\d,.]{3,13})/i;

/** Returns the limit of a rate in tokens if one request is above it, so that waiting does not help. */
function limitAboveRate(text: string): ReportedLimit | null {
  const [limit, asked] = [RATE, REQUESTED].map((pattern) =>
    Number(pattern.exec(text)?.[1]?.replaceAll(/[,.](?=\d{3})|[,.]$/g, "") ?? Number.NaN),
  );
  const isAbove = limit !== undefined && asked !== undefined && asked > limit;
  return isAbove && /\btokens?\b|\bTPM\b/i.test(text) ? { unit: "tokens", limit, asked } : null;
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
