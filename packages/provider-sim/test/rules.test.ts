import { beforeEach, describe, expect, test } from "vitest";
import { rules } from "../src/rules/rule-table.ts";
import { type Provider, startProvider } from "../src/start-provider.ts";
import { MAX_BYTES, type RuleCase, ruleCases, WINDOW_TOKENS } from "./rule-cases.ts";

const script = (): { type: "answer"; reasoning: string; text: string } => ({
  type: "answer",
  reasoning: "They greet me.",
  text: "Hello.",
});

/** Returns the complete error body of the vendor. */
function errorText(
  { rule, path, status, message, param, code }: Omit<RuleCase, "body" | "after">,
  requestId: string | null,
): string {
  if (rule === "openai/too-many-bytes")
    return `<html>\n<head><title>${message}</title></head>\n<body>\n<center><h1>${message}</h1></center>\n<hr><center>cloudflare</center>\n</body>\n</html>\n`;
  const type = status === 413 ? "request_too_large" : "invalid_request_error";
  if (path.endsWith("/messages"))
    return JSON.stringify({ type: "error", error: { type, message }, request_id: requestId });
  return JSON.stringify({
    error: { message, type: code === 400 ? "BadRequestError" : type, param, code },
  });
}

let provider: Provider;

beforeEach(async () => {
  provider = await startProvider({
    windowTokens: WINDOW_TOKENS,
    maxBytes: MAX_BYTES,
    firstId: 1,
    script,
  });
  return () => provider[Symbol.asyncDispose]();
});

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(provider.url + path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("every rule", () => {
  test("has a case, a phrase and a source", () => {
    const cases = new Set(ruleCases.map(({ rule }) => rule));
    expect([...cases].toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
    for (const { refuses, sources } of rules) {
      expect(refuses).toMatch(/^[a-z`].*[^.]$/);
      expect(sources.length).toBeGreaterThan(0);
    }
  });

  test.each(ruleCases)(
    "$rule is rejected with the vendor's message",
    async ({ rule, path, body, status = 400, message, param = null, code = null, after }) => {
      const answer = await post(path, (await after?.(provider)) ?? body);
      const { outcome } = provider.requests().at(-1) ?? {};
      expect(outcome).toEqual({ type: "refused", rule, status, message });
      expect(answer.status).toBe(status);
      const requestId = answer.headers.get("request-id");
      const text = errorText({ rule, path, status, message, param, code }, requestId);
      expect(await answer.text()).toBe(text);
    },
  );
});
