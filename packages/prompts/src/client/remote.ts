import type { Summarizer } from "@cutpoint/core";
import { invalidInput, parseJson } from "@cutpoint/core/kit";
import type { Completion } from "../model/completion.ts";
import { createModelSummarizer, type ModelSettings } from "../model/model-summarizer.ts";
import type { Prompt } from "../prompt/prompt.ts";

export type RemoteSummarizerOptions = ModelSettings & {
  /** An `http:` or `https:` URL that accepts POST. */
  readonly endpoint: string;
  /** Headers of each request, for example an API key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The limit for a request body, in bytes. Default: 8,388,608. */
  readonly maxRequestBytes?: number;
  /** The limit for a response body, in bytes. Default: 1,048,576. */
  readonly maxResponseBytes?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

const MAX_REQUEST_BYTES = 8_388_608;
const MAX_RESPONSE_BYTES = 1_048_576;

/**
 * Creates a summarizer that calls a server of yours.
 *
 * Posts `{ systemPrompt, prompt, maxTokens }`. The JSON answer must contain `summary`, and may contain `stopReason` and
 * `usage: { inputTokens, outputTokens }`. A summary without the requested headings is used as it is. An answer with another status than 2xx fails with that `status`.
 *
 * @throws `invalid-input` if the endpoint is not an http or https URL
 */
export function createRemoteSummarizer(options: RemoteSummarizerOptions): Summarizer {
  assertAddress(options?.endpoint);
  const { endpoint, maxRequestBytes = MAX_REQUEST_BYTES, name = "remote", ...rest } = options;
  return createModelSummarizer({
    ...rest,
    name,
    complete: async ({ prompt, system }: Prompt, { maxTokens, signal }): Promise<Completion> => {
      const body = JSON.stringify({ systemPrompt: system, prompt, maxTokens });
      const bytes = new TextEncoder().encode(body).length;
      if (bytes > maxRequestBytes)
        throw failure(413, `the request has ${bytes} bytes: expected at most ${maxRequestBytes}`);
      const send = options.fetch ?? globalThis.fetch;
      const response = await send(endpoint, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...options.headers,
        },
        body,
        signal,
        redirect: "error",
      });
      const text = await limitedText(response, options.maxResponseBytes ?? MAX_RESPONSE_BYTES);
      if (!response.ok)
        throw failure(
          response.status,
          `${addressOf(endpoint)} answered ${response.status}`,
          response.headers,
        );
      return completionOf(text, endpoint);
    },
  });
}

function assertAddress(endpoint: string | undefined): void {
  if (
    endpoint !== undefined &&
    URL.canParse(endpoint) &&
    /^https?:$/u.test(new URL(endpoint).protocol)
  )
    return;
  throw invalidInput("endpoint", endpoint, "expected an http or https URL");
}

/** Returns the endpoint without its query and credentials, which may be secret. */
function addressOf(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint);
  return `${origin}${pathname}`;
}

/** Returns an error with the fields that retries and the overflow check read. */
function failure(status: number, message: string, headers?: Headers): Error {
  return Object.assign(new Error(message), {
    status,
    ...(headers === undefined ? {} : { headers }),
  });
}

async function limitedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new Error(`the answer is too large: expected at most ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function completionOf(text: string, endpoint: string): Completion {
  const answer = parseJson(text);
  const summary = field(answer, "summary");
  if (typeof summary !== "string")
    throw new Error(
      `${addressOf(endpoint)} answered without a summary: expected { "summary": "…" }`,
    );
  const stopReason = field(answer, "stopReason");
  const usage = field(answer, "usage");
  const inputTokens = field(usage, "inputTokens");
  const outputTokens = field(usage, "outputTokens");
  return {
    text: summary,
    isFreeForm: true,
    ...(typeof stopReason === "string" ? { stopReason } : {}),
    ...(typeof inputTokens === "number" && typeof outputTokens === "number"
      ? { usage: { inputTokens, outputTokens } }
      : {}),
  };
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
