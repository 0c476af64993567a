import { classifyProviderError } from "@cutpoint/core";

const STATUSES: ReadonlySet<number> = new Set([
  408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529,
]);
const CODES =
  /^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_\w+|server_error|overloaded_error|rate_limit_error|api_error)$/u;
const MESSAGES =
  /overloaded|temporarily|try again|connection (?:error|lost|reset|closed)|socket hang up|fetch failed|terminated|premature close|server had an error|internal server error/iu;
const MAX_CHAIN = 6;

/** Whether the same call may succeed later, for example after an overload, a rate limit or a lost connection. */
export function isTransient(error: unknown): boolean {
  const errorClass = classifyProviderError(error);
  if (errorClass === "context-overflow" || errorClass === "payload-too-large") return false;
  const chain = chainOf(error);
  if (chain.some(isRedirect)) return false;
  return errorClass === "rate-limit" || chain.some(looksTransient);
}

/** Whether `fetch` refused to follow a redirect. */
function isRedirect(error: object): boolean {
  return "message" in error && error.message === "unexpected redirect";
}

function looksTransient(error: object): boolean {
  const { code, message, status, type } = error as Readonly<Record<string, unknown>>;
  if (typeof status === "number") return STATUSES.has(status);
  if ([code, type].some((word) => typeof word === "string" && CODES.test(word))) return true;
  return typeof message === "string" && MESSAGES.test(message);
}

/** Returns an error, the provider's error body and the causes. */
function chainOf(error: unknown): readonly object[] {
  const chain: object[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && chain.length < MAX_CHAIN) {
    const next = waiting.shift();
    if (typeof next !== "object" || next === null || chain.includes(next)) continue;
    chain.push(next);
    const { cause, error: answer } = next as Readonly<Record<string, unknown>>;
    waiting.push(answer, cause);
  }
  return chain;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Returns the delay before the next try, in ms: the provider's value, or twice as long each time. */
export function retryDelayMs(error: unknown, retry: number): number {
  return Math.min(MAX_DELAY_MS, retryAfterMs(error) ?? FIRST_DELAY_MS * 2 ** retry);
}

function retryAfterMs(error: unknown): number | null {
  const headers = (error as { readonly headers?: unknown } | null)?.headers;
  if (!(headers instanceof Headers)) return null;
  const milliseconds = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? seconds * 1_000 : null;
}
