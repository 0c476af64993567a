import { CutpointError, type Summarizer } from "@cutpoint/core";
import type { Completion } from "../model/completion.ts";
import { createModelSummarizer, type ModelSettings } from "../model/model-summarizer.ts";
import type { Prompt } from "../prompt/prompt.ts";

export type RemoteSummarizerOptions = ModelSettings & {
  /** An `http:` or `https:` address that takes POST. */
  readonly endpoint: string;
  /** Sent with each request: a key, a tenant. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The largest request body, in bytes. Default 8,388,608. */
  readonly maxRequestBytes?: number;
  /** The largest answer, in bytes. Default 1,048,576. */
  readonly maxResponseBytes?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

const MAX_REQUEST_BYTES = 8_388_608;
const MAX_RESPONSE_BYTES = 1_048_576;

/**
 * A summarizer that another server runs: POST `{ systemPrompt, prompt, maxTokens }`, answered by JSON with at least
 * `{ summary }`; `stopReason` and `usage: { inputTokens, outputTokens }` are read where they are there. An answer with
 * another status than 2xx is a failure that carries it as `status`.
 *
 * @throws `invalid-input` where the endpoint is no such address
 */
export function createRemoteSummarizer(options: RemoteSummarizerOptions): Summarizer {
  const { endpoint, maxRequestBytes = MAX_REQUEST_BYTES, name = "remote", ...rest } = options;
  assertAddress(endpoint);
  return createModelSummarizer({
    ...rest,
    name,
    complete: async ({ prompt, system }: Prompt, { maxTokens, signal }): Promise<Completion> => {
      const body = JSON.stringify({ systemPrompt: system, prompt, maxTokens });
      const bytes = new TextEncoder().encode(body).length;
      if (bytes > maxRequestBytes)
        throw failure(413, `the request takes ${bytes} bytes, and ${maxRequestBytes} are allowed`);
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
          `${endpoint} answered ${response.status}: ${text.slice(0, 300)}`,
          response.headers,
        );
      return completionOf(text, endpoint);
    },
  });
}

function assertAddress(endpoint: string): void {
  if (URL.canParse(endpoint) && /^https?:$/u.test(new URL(endpoint).protocol)) return;
  throw new CutpointError(
    "invalid-input",
    `endpoint is ${JSON.stringify(endpoint)}: it should be an http or https address`,
  );
}

/** An error by which retries know a limit or an overload. */
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
      throw new Error(`the answer takes more than the ${maxBytes} bytes that are allowed`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function completionOf(text: string, endpoint: string): Completion {
  const answer = parsed(text);
  const summary = field(answer, "summary");
  if (typeof summary !== "string")
    throw new Error(`${endpoint} answered without a summary: it should answer { "summary": "…" }`);
  const stopReason = field(answer, "stopReason");
  const usage = field(answer, "usage");
  const inputTokens = field(usage, "inputTokens");
  const outputTokens = field(usage, "outputTokens");
  return {
    text: summary,
    ...(typeof stopReason === "string" ? { stopReason } : {}),
    ...(typeof inputTokens === "number" && typeof outputTokens === "number"
      ? { usage: { inputTokens, outputTokens } }
      : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
