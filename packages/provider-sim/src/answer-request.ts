import { setTimeout as wait } from "node:timers/promises";
import type { TokenEstimator } from "@cutpoint/core";
import { answerMessage, readyAnswer } from "./answer.ts";
import { cutAnswer } from "./cut-answer.ts";
import { failureBreach } from "./failure.ts";
import type { Memory } from "./memory.ts";
import { commonPrefixTokens, type CountedPrompt, countPrompt, truncatePrompt } from "./prompt.ts";
import type { Outcome, ReceivedRequest } from "./received-request.ts";
import type { Reply } from "./reply.ts";
import { type Body, bodyRules } from "./rules/body-rules.ts";
import type { Breach, Refusal } from "./rules/rule.ts";
import type { AnswerStep, FailureStep, NoStep } from "./script.ts";
import type { Endpoint, Understood, Writing } from "./wire/endpoint.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** What happens to a request that is larger than the window. */
export type Overflow = "refuse" | "fail-in-stream" | "truncate";

/** What one provider works with, for all of its requests. */
export type Workshop = {
  readonly windowTokens: (model: string) => number;
  readonly overflow: Overflow;
  readonly maxBytes: number;
  readonly estimator: TokenEstimator;
  readonly memory: Memory;
  readonly nextStep: (request: ReceivedRequest) => Promise<AnswerStep | FailureStep | NoStep>;
  readonly newId: (prefix: string) => string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The last prompt that was answered; the cache reads what begins like it. */
  lastPrompt: CountedPrompt | null;
};

/** One request on its way to a reply. */
export type Visit = {
  readonly endpoint: Endpoint;
  readonly body: Body;
  readonly requestId: string;
  /** Set when the client goes away. */
  readonly signal: AbortSignal;
  /** Notes what is known of the request, and returns the note. */
  readonly note: (known: Partial<ReceivedRequest>) => ReceivedRequest;
};

/** Decides what goes back, and notes what became of the request; `null` where the client has gone away. */
export async function answerRequest(workshop: Workshop, visit: Visit): Promise<Reply | null> {
  const { endpoint, body, note } = visit;
  const unreadable = refusedBody(endpoint, body, workshop.maxBytes);
  if (unreadable !== null) return refuse(visit, unreadable);
  const json = JSON.parse(body.text) as unknown;
  note({ body: json });
  const understood = endpoint.understand(json, workshop.memory);
  if ("rule" in understood) return refuse(visit, understood);

  note({ model: understood.prompt.model });
  const windowTokens = workshop.windowTokens(understood.prompt.model);
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
  { estimator, overflow, windowTokens, lastPrompt }: Workshop,
  { endpoint, note }: Visit,
  { prompt }: Understood,
): CountedPrompt {
  const whole = countPrompt(prompt, estimator);
  const truncates = overflow === "truncate" && endpoint.scripted;
  const counted = truncates ? truncatePrompt(whole, windowTokens(prompt.model)) : whole;
  note({
    messages: counted.prompt.messages,
    truncatedMessages: prompt.messages.length - counted.prompt.messages.length,
    inputTokens: counted.tokens,
    cachedTokens: commonPrefixTokens(lastPrompt, counted),
  });
  return counted;
}

/** A request that was understood and counted. */
type KnownVisit = Visit & {
  readonly understood: Understood;
  readonly counted: CountedPrompt;
  readonly windowTokens: number;
};

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

function noteOutcome({ note }: Visit, outcome: Outcome): void {
  note({ outcome });
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
  return step.type === "failure" ? fail(workshop, visit, step) : answer(workshop, visit, step);
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
  if (endpoint.scripted) workshop.lastPrompt = counted;
  noteOutcome(visit, { type: "answered", outputTokens: writing.spent.outputTokens });
  return counted.prompt.streamed && endpoint.scripted
    ? { type: "stream", events: written.events, ending: "complete" }
    : { type: "body", status: written.status, body: written.body };
}

function writingOf(
  { estimator, memory, newId, clock }: Workshop,
  { counted, windowTokens, endpoint, note }: KnownVisit,
  step: AnswerStep | { readonly type: "answer"; readonly text?: string },
): Writing {
  const prefix = endpoint.vendor === "openai" ? "call_" : "toolu_";
  const ready = readyAnswer(step, () => newId(prefix));
  const inWindow = Math.max(0, windowTokens - counted.tokens);
  const limit = counted.prompt.outputTokens ?? Number.POSITIVE_INFINITY;
  const room =
    limit <= inWindow
      ? ({ tokens: limit, stop: "length" } as const)
      : ({ tokens: inWindow, stop: "window" } as const);
  const said = cutAnswer(ready, room, estimator);
  return {
    answer: said,
    memory,
    newId,
    now: Math.floor(clock() / 1000),
    spent: {
      inputTokens: counted.tokens,
      cachedTokens: note({}).cachedTokens,
      outputTokens: estimator.estimate(answerMessage(said)),
      reasoningTokens: estimator.estimateText(said.reasoning),
    },
  };
}

function fail(workshop: Workshop, visit: KnownVisit, step: FailureStep): Reply {
  const { endpoint, counted, windowTokens } = visit;
  const text = step.text ?? "";
  const { failure } = step;
  noteOutcome(visit, { type: "failed", failure });
  const overflow = endpoint.overflow(Math.max(counted.tokens, windowTokens + 1), windowTokens);
  const model = counted.prompt.model;
  const request = { model, tokens: counted.tokens };
  switch (failure) {
    case "stream-overflow":
      return failInside(workshop, visit, overflow, text);
    case "stream-error":
      return failInside(workshop, visit, failureBreach(failure, endpoint.vendor, request), text);
    case "stall":
    case "hang-up":
      return breakOff(workshop, visit, failure, text);
    case "empty":
      return sayNothing(workshop, visit);
    case "overflow":
      return errorReply(endpoint.vendor, overflow, visit.requestId);
    default:
      return errorReply(
        endpoint.vendor,
        failureBreach(failure, endpoint.vendor, request),
        visit.requestId,
        step.retryAfterSeconds === undefined
          ? {}
          : { "retry-after": String(step.retryAfterSeconds) },
      );
  }
}

/** Inside of the stream where there is one, else as the endpoint tells it whole. */
function failInside(workshop: Workshop, visit: KnownVisit, breach: Breach, text: string): Reply {
  const written = visit.understood.fail(
    breach,
    writingOf(workshop, visit, { type: "answer", text }),
  );
  return visit.counted.prompt.streamed
    ? { type: "stream", events: written.events, ending: "complete" }
    : { type: "body", status: written.status, body: written.body };
}

function breakOff(
  workshop: Workshop,
  visit: KnownVisit,
  ending: "stall" | "hang-up",
  text: string,
): Reply {
  if (!visit.counted.prompt.streamed) return { type: "nothing", ending };
  const writing = writingOf(workshop, visit, { type: "answer", text });
  const written = visit.understood.fail({ status: 500, message: "" }, writing);
  return { type: "stream", events: written.events.slice(0, -1), ending };
}

function sayNothing(workshop: Workshop, visit: KnownVisit): Reply {
  if (visit.counted.prompt.streamed) return { type: "stream", events: [], ending: "complete" };
  const written = visit.understood.write(writingOf(workshop, visit, { type: "answer" }));
  return { type: "body", status: written.status, body: written.body };
}
