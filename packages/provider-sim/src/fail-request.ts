import { failureBreach } from "./failure.ts";
import type { Reply } from "./reply.ts";
import type { RuleViolation } from "./rules/rule.ts";
import type { FailureStep } from "./script.ts";
import { type KnownRequest, noteOutcome, type ServerState, writingOf } from "./visit.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** Lets a request fail as the script asks. */
export function failRequest(server: ServerState, visit: KnownRequest, step: FailureStep): Reply {
  const { endpoint, counted, windowTokens } = visit;
  const text = step.text ?? "";
  const { failure } = step;
  noteOutcome(visit, { type: "failed", failure });
  const overflow = endpoint.overflow(Math.max(counted.tokens, windowTokens + 1), windowTokens);
  const model = counted.prompt.model;
  const request = { model, tokens: counted.tokens };
  switch (failure) {
    case "stream-overflow":
      return failInside(server, visit, overflow, text);
    case "stream-error":
      return failInside(server, visit, failureBreach(failure, endpoint.vendor, request), text);
    case "stall":
    case "hang-up":
      return breakOff(server, visit, failure, text);
    case "empty":
      return sayNothing(server, visit);
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

/** Fails inside of the stream where there is one, else as the endpoint tells it whole. */
export function failInside(
  server: ServerState,
  visit: KnownRequest,
  breach: RuleViolation,
  text: string,
): Reply {
  const written = visit.understood.fail(breach, writingOf(server, visit, { type: "answer", text }));
  return visit.counted.prompt.streamed
    ? { type: "stream", events: written.events, ending: "complete" }
    : { type: "body", status: written.status, body: written.body };
}

function breakOff(
  server: ServerState,
  visit: KnownRequest,
  ending: "stall" | "hang-up",
  text: string,
): Reply {
  if (!visit.counted.prompt.streamed) return { type: "nothing", ending };
  const writing = writingOf(server, visit, { type: "answer", text });
  const written = visit.understood.fail({ status: 500, message: "" }, writing);
  return { type: "stream", events: written.events.slice(0, -1), ending };
}

function sayNothing(server: ServerState, visit: KnownRequest): Reply {
  if (visit.counted.prompt.streamed) return { type: "stream", events: [], ending: "complete" };
  const written = visit.understood.write(writingOf(server, visit, { type: "answer" }));
  return { type: "body", status: written.status, body: written.body };
}
