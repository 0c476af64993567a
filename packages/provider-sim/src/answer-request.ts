import { setTimeout as wait } from "node:timers/promises";
import { failInside, failRequest } from "./fail-request.ts";
import { type CountedPrompt, countPrompt, truncatePrompt } from "./prompt.ts";
import type { Reply } from "./reply.ts";
import { type Body, bodyRules } from "./rules/body-rules.ts";
import type { Refusal } from "./rules/rule.ts";
import type { AnswerStep } from "./script.ts";
import { type KnownVisit, noteOutcome, type Visit, type Workshop, writingOf } from "./visit.ts";
import type { Endpoint, Understood } from "./wire/endpoint.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** Decides what goes back, and notes what became of the request; `null` where the client has gone away. */
export async function answerRequest(workshop: Workshop, visit: Visit): Promise<Reply | null> {
  const { endpoint, body, note } = visit;
  const unreadable = refusedBody(endpoint, body, workshop.maxBytes);
  if (unreadable !== null) return refuse(visit, unreadable);
  const json = JSON.parse(body.text) as unknown;
  note({ body: json });
  const understood = endpoint.understand(json, workshop.memory, visit.headers);
  if ("rule" in understood) return refuse(visit, understood);

  const { messages, model, withheldReasoning } = understood.prompt;
  note({ model, messages, withheldReasoning });
  const windowTokens = workshop.windowTokens(model);
  let counted: CountedPrompt | null = null;
  const count = (): CountedPrompt => (counted ??= countVisit(workshop, visit, understood));
  const refusal = understood.refusal({
    tokens: () => count().tokens,
    windowTokens,
    memory: workshop.memory,
  });
  const known = { ...visit, understood, windowTokens };
  if (refusal === null) return takeStep(workshop, { ...known, counted: count() });
  const inStream = workshop.overflow === "fail-in-stream" && isOverflow(refusal);
  const reply = refuse(visit, refusal);
  return inStream
    ? failInside(workshop, { ...known, counted: count() }, refusal.breach, "")
    : reply;
}

function isOverflow({ rule }: Refusal): boolean {
  return rule.endsWith("/context-window");
}

/** Counts what the model will read, and leaves out what a truncating provider leaves out. */
function countVisit(
  { cache, estimator, overflow, windowTokens, lastPrompt }: Workshop,
  { endpoint, note }: Visit,
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

function refuse(visit: Visit, { rule, breach }: Refusal): Reply {
  noteOutcome(visit, {
    type: "refused",
    rule,
    status: breach.status,
    message: breach.message,
  });
  return errorReply(visit.endpoint.vendor, breach, visit.requestId);
}

async function takeStep(workshop: Workshop, visit: KnownVisit): Promise<Reply | null> {
  const { endpoint, note, signal } = visit;
  const step = endpoint.scripted
    ? await workshop.nextStep(note({}))
    : ({ type: "answer" } as const);
  if (step.type === "no-step")
    return refuse(visit, {
      rule: "provider-sim/script",
      breach: { status: 400, message: step.message },
    });
  const present = await waitFor(step.delayMs ?? 0, signal);
  if (!present) {
    noteOutcome(visit, { type: "aborted" });
    return null;
  }
  return step.type === "failure"
    ? failRequest(workshop, visit, step)
    : answer(workshop, visit, step);
}

/** Whether the client is still there when the time is over. */
async function waitFor(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (delayMs > 0) await wait(delayMs, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

function answer(
  workshop: Workshop,
  visit: KnownVisit,
  step: AnswerStep | { type: "answer" },
): Reply {
  const { counted, understood, endpoint } = visit;
  const writing = writingOf(workshop, visit, step);
  const written = understood.write(writing);
  if (endpoint.scripted) {
    workshop.lastPrompt = counted;
    workshop.cache.keep(counted);
  }
  noteOutcome(visit, { type: "answered", outputTokens: writing.spent.outputTokens });
  return counted.prompt.streamed && endpoint.scripted
    ? { type: "stream", events: written.events, ending: "complete" }
    : { type: "body", status: written.status, body: written.body };
}
