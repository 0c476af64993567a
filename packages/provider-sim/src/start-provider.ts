import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CutpointError, type TokenEstimator } from "@cutpoint/core";
import { answerRequest } from "./answer-request.ts";
import { exactEstimator } from "./exact-estimator.ts";
import { createMemory } from "./memory.ts";
import { createPromptCache } from "./prompt-cache.ts";
import { readBody } from "./read-body.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { sendReply } from "./reply.ts";
import { type Script, stepSource } from "./script.ts";
import type { Overflow, ServerState } from "./request-context.ts";
import { endpoints } from "./wire/endpoints.ts";
import { errorReply } from "./wire/vendor-error.ts";

export type ProviderOptions = {
  /** What every model's window holds, in tokens; a function tells it for each model. */
  readonly windowTokens: number | ((model: string) => number);
  /** Default: every request is answered with "OK." */
  readonly script?: Script;
  /**
   * What happens to a request that is larger than the window. `refuse`: the vendor's error. `fail-in-stream`: a
   * streamed request begins with status 200 and then fails. `truncate`: the oldest messages are left out and nobody is
   * told, as Ollama does. Default: `refuse`.
   */
  readonly overflow?: Overflow;
  /** The largest body, in bytes. Default: 33,554,432, Anthropic's 32 MB. */
  readonly maxBytes?: number;
  /** A beginning shorter than this is not cached, in tokens; real providers want 1,024 and more. Default: 0. */
  readonly minCachedTokens?: number;
  /** Default: one that any free port is chosen for. */
  readonly port?: number;
  /** Default: exact counts of o200k. */
  readonly estimator?: TokenEstimator;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  /** Called with each request when it is settled. */
  readonly onRequest?: (request: ReceivedRequest) => void;
};

/** A provider that is running on this machine. */
export type Provider = AsyncDisposable & {
  /** Without a path. Anthropic's clients take it as it is, OpenAI's with `/v1` behind. */
  readonly url: string;
  /** All requests so far, in the order of arrival. */
  readonly requests: () => readonly ReceivedRequest[];
};

const MAX_BYTES = 33_554_432;

/**
 * Starts a provider on the loopback interface: nobody else can reach it. Disposal breaks all connections.
 *
 * @throws `invalid-input` where an option is not what it should be, or the port is taken
 */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const { windowTokens, maxBytes = MAX_BYTES, minCachedTokens = 0, port = 0 } = options;
  const { now = Date.now } = options;
  if (typeof windowTokens === "number") assertCount("windowTokens", windowTokens, 1);
  assertCount("maxBytes", maxBytes, 1);
  assertCount("minCachedTokens", minCachedTokens, 0);
  assertCount("port", port, 0);
  let ids = 0;
  const workshop: ServerState = {
    windowTokens: typeof windowTokens === "number" ? () => windowTokens : windowTokens,
    overflow: options.overflow ?? "refuse",
    maxBytes,
    estimator: options.estimator ?? (await exactEstimator()),
    memory: createMemory(),
    nextStep: stepSource(options.script ?? (() => "OK.")),
    newId: (prefix) => `${prefix}${(ids += 1).toString().padStart(8, "0")}`,
    clock: now,
    cache: createPromptCache(minCachedTokens, now),
    lastPrompt: null,
  };
  const received: ReceivedRequest[] = [];
  const respond = options.onRequest ?? (() => {});
  const server = createServer((request, response) => {
    void serve({ server: workshop, received, respond }, request, response);
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => [...received],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type ServerOptions = {
  readonly server: ServerState;
  readonly received: ReceivedRequest[];
  readonly respond: (request: ReceivedRequest) => void;
};

async function serve(
  { server, received, respond }: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const endpoint = endpoints.find(
    (each) => request.method === "POST" && each.path === path.replace(/^\/v1(?=\/)/, ""),
  );
  const index = received.push(unread(received.length, path)) - 1;
  const requestId = server.newId("req_");
  const note = (known: Partial<ReceivedRequest>): ReceivedRequest => {
    const noted = { ...received[index], ...known } as ReceivedRequest;
    received[index] = noted;
    return noted;
  };
  try {
    const body = await readBody(request as AsyncIterable<Buffer>, server.maxBytes);
    note({ bytes: body.bytes, endpoint: endpoint?.name ?? null });
    if (endpoint === undefined)
      sendReply(response, nobodyThere(request, path, requestId, note), requestId);
    else {
      const { headers } = request;
      const context = { endpoint, body, headers, requestId, signal: gone.signal, note };
      const reply = await answerRequest(server, context);
      if (reply !== null) sendReply(response, reply, requestId);
    }
  } catch (error) {
    note({ outcome: gone.signal.aborted ? { type: "aborted" } : broken(error) });
    if (!response.headersSent) sendReply(response, brokenReply(error), requestId);
  }
  respond(note({}));
}

function unread(index: number, path: string): ReceivedRequest {
  return {
    index,
    endpoint: null,
    path,
    bytes: 0,
    body: null,
    model: null,
    messages: [],
    truncatedMessages: 0,
    withheldReasoning: [],
    inputTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    cachePoints: [],
    outcome: { type: "pending" },
  };
}

function nobodyThere(
  { method = "" }: IncomingMessage,
  path: string,
  requestId: string,
  note: (known: Partial<ReceivedRequest>) => ReceivedRequest,
): ReturnType<typeof errorReply> {
  const anthropic = path.includes("/messages");
  const message = anthropic ? "Not found" : `Invalid URL (${method} ${path})`;
  const type = anthropic ? "not_found_error" : "invalid_request_error";
  note({ outcome: { type: "refused", rule: "provider-sim/path", status: 404, message } });
  const vendor = anthropic ? "anthropic" : "openai";
  return errorReply(vendor, { status: 404, message, type }, requestId);
}
/** A script that threw, or a mistake of the provider's own: neither is a vendor's error. */
function wordsOf(error: unknown): string {
  return `provider-sim: ${error instanceof Error ? error.message : String(error)}`;
}

function broken(error: unknown): ReceivedRequest["outcome"] {
  return { type: "refused", rule: "provider-sim/error", status: 500, message: wordsOf(error) };
}

function brokenReply(error: unknown): Parameters<typeof sendReply>[1] {
  return { type: "body", status: 500, body: { error: { message: wordsOf(error) } } };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new CutpointError("invalid-input", `port is ${port}: it cannot be used, try another one`, {
          cause,
        }),
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
}

function assertCount(field: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new CutpointError(
    "invalid-input",
    `${field} is ${value}: it should be a whole number of at least ${least}`,
  );
}
