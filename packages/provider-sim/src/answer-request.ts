import { setTimeout as wait } from "node:timers/promises";
import { failInside, failRequest } from "./fail-request.ts";
import { type CountedPrompt, countPrompt, truncatePrompt } from "./prompt.ts";
import type { Reply } from "./reply.ts";
import { type Body, bodyRules } from "./rules/body-rules.ts";
import type { Refusal } from "./rules/rule.ts";
import type { AnswerStep } from "./script.ts";
import {
  type KnownRequest,
  noteOutcome,
  type RequestContext,
  type ServerState,
  writingOf,
} from "./request-context.ts";
import type { Endpoint, Understood } from "./wire/endpoint.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** Decides what goes back, and notes what became of the request; `null` where the client has gone away. */
export async function answerRequest(
  server: ServerState,
  request: RequestContext,
): Promise<Reply | null> {
  const { endpoint, body, note } = request;
  const unreadable = refusedBody(endpoint, body, server.maxBytes);
  if (unreadable !== null) return refuse(request, unreadable);
  const json = JSON.parse(body.text) as unknown;
  note({ body: json });
  const understood = endpoint.understand(json, server.memory, request.headers);
  if ("rule" in understood) return refuse(request, understood);

  const { messages, model, withheldReasoning } = understood.prompt;
  note({ model, messages, withheldReasoning });
  const windowTokens = server.windowTokens(model);
  let counted: CountedPrompt | null = null;
  const count = (): CountedPrompt => (counted ??= countVisit(server, request, understood));
  const refusal = understood.refusal({
    tokens: () => count().tokens,
    windowTokens,
    memory: server.memory,
  });
  const known = { ...request, understood, windowTokens };
  if (refusal === null) return takeStep(server, { ...known, counted: count() });
  const inStream = server.overflow === "fail-in-stream" && isOverflow(refusal);
  const reply = refuse(request, refusal);
  return inStream ? failInside(server, { ...known, counted: count() }, refusal.breach, "") : reply;
}

function isOverflow({ rule }: Refusal): boolean {
  return rule.endsWith("/context-window");
}

/** Counts what the model will read, and leaves out what a truncating provider leaves out. */
function countVisit(
  { cache, estimator, overflow, windowTokens, lastPrompt }: ServerState,
  { endpoint, note }: RequestContext,
  { prompt }: Understood,
): CountedPrompt {
  const whole = countPrompt(prompt, estimator, lastPrompt);
  const truncates = overflow === "truncate" && endpoint.scripted;
  const counted = truncates ? truncatePrompt(whole, windowTokens(prompt.model)) : whole;
  const { cachePoints: points } = counted.prompt;
  note({
    messages: counted.prompt.messages,
    truncatedMessages: prompt.messages.length - counted.prompt.messages.length,
    inputTokens: counted.tokens,
    ...cache.look(counted),
    cachePoints: points === "automatic" ? [] : points.map(({ segments }) => segments),
  });
  return counted;
}

function refusedBody(endpoint: Endpoint, body: Body, maxBytes: number): Refusal | null {
  for (const rule of bodyRules) {
    const breach = rule.vendor === endpoint.vendor ? rule.breach(body, maxBytes) : null;
    if (breach !== null) return { rule: rule.id, breach };
  }
  return null;
}

function refuse(request: RequestContext, { rule, breach }: Refusal): Reply {
  noteOutcome(request, {
    type: "refused",
    rule,
    status: breach.status,
    message: breach.message,
  });
  return errorReply(request.endpoint.vendor, breach, request.requestId);
}

async function takeStep(server: ServerState, context: KnownRequest): Promise<Reply | null> {
  const { endpoint, note, signal } = context;
  const step = endpoint.scripted ? await server.nextStep(note({})) : ({ type: "answer" } as const);
  if (step.type === "no-step")
    return refuse(context, {
      rule: "provider-sim/script",
      breach: { status: 400, message: step.message },
    });
  const present = await waitFor(step.delayMs ?? 0, signal);
  if (!present) {
    noteOutcome(context, { type: "aborted" });
    return null;
  }
  return step.type === "failure"
    ? failRequest(server, context, step)
    : answer(server, context, step);
}

/** Whether the client is still there when the time is over. */
async function waitFor(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (delayMs > 0) await wait(delayMs, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

function answer(
  server: ServerState,
  context: KnownRequest,
  step: AnswerStep | { type: "answer" },
): Reply {
  const { counted, understood, endpoint } = context;
  const writing = writingOf(server, context, step);
  const written = understood.write(writing);
  if (endpoint.scripted) {
    server.lastPrompt = counted;
    server.cache.keep(counted);
  }
  noteOutcome(context, { type: "answered", outputTokens: writing.spent.outputTokens });
  return counted.prompt.streamed && endpoint.scripted
    ? { type: "stream", events: written.events, ending: "complete" }
    : { type: "body", status: written.status, body: written.body };
}
