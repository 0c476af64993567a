import { setTimeout as wait } from "node:timers/promises";
import { failInStream, failRequest } from "./fail-request.ts";
import { type CountedPrompt, countPrompt, truncatePrompt } from "./prompt.ts";
import type { Reply } from "./reply.ts";
import { type Body, bodyRules } from "./rules/body-rules.ts";
import type { Refusal } from "./rules/rule.ts";
import type { AnswerStep } from "./script.ts";
import {
  type CountedRequest,
  recordOutcome,
  type RequestContext,
  type ServerState,
  createWriteContext,
} from "./request-context.ts";
import type { Endpoint, ParsedRequest } from "./wire/endpoint.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** Returns the reply to a request and records its outcome. Returns `null` if the client has disconnected. */
export async function answerRequest(
  server: ServerState,
  request: RequestContext,
): Promise<Reply | null> {
  const { endpoint, body, record } = request;
  const unreadable = checkBody(endpoint, body, server.maxBytes);
  if (unreadable !== null) return refuse(request, unreadable);
  const json = JSON.parse(body.text) as unknown;
  record({ body: json });
  const parsed = endpoint.parse(json, server.memory, request.headers);
  if ("rule" in parsed) return refuse(request, parsed);

  const { messages, model, withheldReasoning } = parsed.prompt;
  record({ model, messages, withheldReasoning });
  const windowTokens = server.windowTokens(model);
  let counted: CountedPrompt | null = null;
  const count = (): CountedPrompt => (counted ??= countRequest(server, request, parsed));
  const refusal = parsed.refusal({
    tokens: () => count().tokens,
    windowTokens,
    memory: server.memory,
  });
  const known = { ...request, parsed, windowTokens };
  if (refusal === null) return runStep(server, { ...known, counted: count() });
  const inStream = server.overflow === "fail-in-stream" && isOverflow(refusal);
  const reply = refuse(request, refusal);
  return inStream
    ? failInStream(server, { ...known, counted: count() }, refusal.violation, "")
    : reply;
}

function isOverflow({ rule }: Refusal): boolean {
  return rule.endsWith("/context-window");
}

/** Counts the prompt, after truncating it if the provider is configured to. */
function countRequest(
  { cache, estimator, overflow, windowTokens, lastPrompt }: ServerState,
  { endpoint, record }: RequestContext,
  { prompt }: ParsedRequest,
): CountedPrompt {
  const whole = countPrompt(prompt, estimator, lastPrompt);
  const truncates = overflow === "truncate" && endpoint.scripted;
  const counted = truncates ? truncatePrompt(whole, windowTokens(prompt.model)) : whole;
  const { cachePoints: points } = counted.prompt;
  record({
    messages: counted.prompt.messages,
    truncatedMessages: prompt.messages.length - counted.prompt.messages.length,
    inputTokens: counted.tokens,
    ...cache.lookUp(counted),
    cachePoints: points === "automatic" ? [] : points.map(({ segments }) => segments),
  });
  return counted;
}

function checkBody(endpoint: Endpoint, body: Body, maxBytes: number): Refusal | null {
  for (const rule of bodyRules) {
    const violation = rule.vendor === endpoint.vendor ? rule.check(body, maxBytes) : null;
    if (violation !== null) return { rule: rule.id, violation };
  }
  return null;
}

function refuse(request: RequestContext, { rule, violation }: Refusal): Reply {
  recordOutcome(request, {
    type: "refused",
    rule,
    status: violation.status,
    message: violation.message,
  });
  return errorReply(request.endpoint.vendor, violation, request.requestId);
}

async function runStep(server: ServerState, context: CountedRequest): Promise<Reply | null> {
  const { endpoint, record, signal } = context;
  const step = endpoint.scripted
    ? await server.nextStep(record({}))
    : ({ type: "answer" } as const);
  if (step.type === "no-step")
    return refuse(context, {
      rule: "provider-sim/script",
      violation: { status: 400, message: step.message },
    });
  const present = await waitFor(step.delayMs ?? 0, signal);
  if (!present) {
    recordOutcome(context, { type: "aborted" });
    return null;
  }
  return step.type === "failure"
    ? failRequest(server, context, step)
    : answer(server, context, step);
}

/** Waits for the delay. Returns whether the client is still connected. */
async function waitFor(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (delayMs > 0) await wait(delayMs, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

function answer(
  server: ServerState,
  context: CountedRequest,
  step: AnswerStep | { type: "answer" },
): Reply {
  const { counted, parsed, endpoint } = context;
  const writeContext = createWriteContext(server, context, step);
  const response = parsed.write(writeContext);
  if (endpoint.scripted) {
    server.lastPrompt = counted;
    server.cache.save(counted);
  }
  recordOutcome(context, { type: "answered", outputTokens: writeContext.tokenUsage.outputTokens });
  return counted.prompt.streamed && endpoint.scripted
    ? { type: "stream", events: response.events, ending: "complete" }
    : { type: "body", status: response.status, body: response.body };
}
