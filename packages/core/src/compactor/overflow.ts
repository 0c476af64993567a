/** Texts by which providers say that a request does not fit the context window, each as one of them words it. */
const OVERFLOW_TEXTS: readonly RegExp[] = [
  // "prompt is too long: 213462 tokens > 200000 maximum"
  /prompt is too long/i,
  // "Your input exceeds the context window of this model."
  /exceeds the context window/i,
  // "context length exceeded", "context_length_exceeded"
  /context[ _]length[ _]exceeded/i,
];

const MAX_CAUSES = 8;

/**
 * Whether an error says that the request was too large for the context window; the errors that caused it are asked
 * too.
 */
export function isContextOverflow(error: unknown): boolean {
  let asked: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && asked !== undefined && asked !== null; depth += 1) {
    const text = textsOf(asked);
    if (OVERFLOW_TEXTS.some((pattern) => pattern.test(text))) return true;
    asked = typeof asked === "object" ? (asked as { cause?: unknown }).cause : undefined;
  }
  return false;
}

function textsOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return "";
  const {
    message,
    code,
    error: body,
  } = error as { message?: unknown; code?: unknown; error?: unknown };
  const nested =
    typeof body === "object" && body !== null
      ? (body as { message?: unknown; code?: unknown })
      : {};
  return [message, code, nested.message, nested.code, body]
    .filter((text) => typeof text === "string")
    .join("\n");
}
