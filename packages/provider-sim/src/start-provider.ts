import { randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CutpointError } from "@cutpoint/core";
import { answerRequest } from "./answer-request.ts";
import { exactEstimator } from "./exact-estimator.ts";
import { createMemory } from "./memory.ts";
import { checkOptions, MAX_BYTES, type ProviderOptions } from "./options.ts";
import { createPromptCache } from "./prompt-cache.ts";
import { readBody } from "./read-body.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { sendReply } from "./reply.ts";
import { createStepSource } from "./script.ts";
import type { ServerState } from "./request-context.ts";
import { endpoints } from "./wire/endpoints.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** A running provider. */
export type Provider = AsyncDisposable & {
  /** The address without a path. Pass it to Anthropic clients unchanged, and to OpenAI clients with `/v1` appended. */
  readonly url: string;
  /** Returns all requests so far, in the order of arrival. */
  readonly requests: () => readonly ReceivedRequest[];
};

/**
 * Starts a provider on the loopback interface, which other machines cannot reach. Disposal closes all connections.
 *
 * @throws `invalid-input` if an option is invalid or the port is in use
 */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  checkOptions(options);
  const { windowTokens, maxBytes = MAX_BYTES, minCachedTokens = 0, port = 0 } = options;
  const { now = Date.now } = options;
  let id = options.firstId ?? randomInt(ID_LIMIT);
  const state: ServerState = {
    windowTokens: typeof windowTokens === "number" ? () => windowTokens : windowTokens,
    overflow: options.overflow ?? "refuse",
    maxBytes,
    estimator: options.estimator ?? (await exactEstimator()),
    memory: createMemory(),
    nextStep: createStepSource(options.script ?? (() => "OK.")),
    newId: (prefix) => `${prefix}${(id++).toString().padStart(ID_DIGITS, "0")}`,
    clock: now,
    cache: createPromptCache(minCachedTokens, now),
    lastPrompt: null,
  };
  const received: ReceivedRequest[] = [];
  const onSettled = options.onRequest ?? (() => {});
  const server = createServer((request, response) => {
    void serve({ server: state, received, onSettled }, request, response);
  });
  // Clients end idle connections themselves. A server that does can end one while a busy client sends the next request.
  server.keepAliveTimeout = 0;
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

const ID_DIGITS = 12;
const ID_LIMIT = 10 ** ID_DIGITS;

type ServeOptions = {
  readonly server: ServerState;
  readonly received: ReceivedRequest[];
  readonly onSettled: (request: ReceivedRequest) => void;
};

async function serve(
  { server, received, onSettled }: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnect = new AbortController();
  response.on("close", () => disconnect.abort());
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const endpoint = endpoints.find(
    (each) => request.method === "POST" && each.path === path.replace(/^\/v1(?=\/)/, ""),
  );
  const index = received.push(newRequestRecord(received.length, path)) - 1;
  const requestId = server.newId("req_");
  const record = (known: Partial<ReceivedRequest>): ReceivedRequest => {
    const updated = { ...received[index], ...known } as ReceivedRequest;
    received[index] = updated;
    return updated;
  };
  try {
    const body = await readBody(request as AsyncIterable<Buffer>, server.maxBytes);
    record({ bytes: body.bytes, endpoint: endpoint?.name ?? null });
    if (endpoint === undefined)
      sendReply(response, replyNotFound(request, path, requestId, record), requestId);
    else {
      const { headers } = request;
      const context = { endpoint, body, headers, requestId, signal: disconnect.signal, record };
      const reply = await answerRequest(server, context);
      if (reply !== null) sendReply(response, reply, requestId);
    }
  } catch (error) {
    record({ outcome: disconnect.signal.aborted ? { type: "aborted" } : failedOutcome(error) });
    if (!response.headersSent) sendReply(response, failedReply(error), requestId);
  }
  onSettled(record({}));
}

function newRequestRecord(index: number, path: string): ReceivedRequest {
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

function replyNotFound(
  { method = "" }: IncomingMessage,
  path: string,
  requestId: string,
  record: (known: Partial<ReceivedRequest>) => ReceivedRequest,
): ReturnType<typeof errorReply> {
  const anthropic = path.includes("/messages");
  const message = anthropic ? "Not found" : `Invalid URL (${method} ${path})`;
  const type = anthropic ? "not_found_error" : "invalid_request_error";
  record({ outcome: { type: "refused", rule: "provider-sim/path", status: 404, message } });
  const vendor = anthropic ? "anthropic" : "openai";
  return errorReply(vendor, { status: 404, message, type }, requestId);
}
/** Returns the message of an error in the script or in the provider, which no vendor would send. */
function errorMessageOf(error: unknown): string {
  return `provider-sim: ${error instanceof Error ? error.message : String(error)}`;
}

function failedOutcome(error: unknown): ReceivedRequest["outcome"] {
  return {
    type: "refused",
    rule: "provider-sim/error",
    status: 500,
    message: errorMessageOf(error),
  };
}

function failedReply(error: unknown): Parameters<typeof sendReply>[1] {
  return { type: "body", status: 500, body: { error: { message: errorMessageOf(error) } } };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new CutpointError("invalid-input", `port is ${port}: expected a free port`, {
          cause,
        }),
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
}
