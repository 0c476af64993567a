import { failureBreach } from "./failure.ts";
import type { Reply } from "./reply.ts";
import type { RuleViolation } from "./rules/rule.ts";
import type { FailureStep } from "./script.ts";
import { type KnownRequest, noteOutcome, type ServerState, writingOf } from "./request-context.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** Lets a request fail as the script asks. */
export function failRequest(server: ServerState, context: KnownRequest, step: FailureStep): Reply {
  const { endpoint, counted, windowTokens } = context;
  const text = step.text ?? "";
  const { failure } = step;
  noteOutcome(context, { type: "failed", failure });
  const overflow = endpoint.overflow(Math.max(counted.tokens, windowTokens + 1), windowTokens);
  const model = counted.prompt.model;
  const request = { model, tokens: counted.tokens };
  switch (failure) {
    case "stream-overflow":
      return failInside(server, context, overflow, text);
    case "stream-error":
      return failInside(server, context, failureBreach(failure, endpoint.vendor, request), text);
    case "stall":
    case "hang-up":
      return breakOff(server, context, failure, text);
    case "empty":
      return sayNothing(server, context);
    case "overflow":
      return errorReply(endpoint.vendor, overflow, context.requestId);
    default:
      return errorReply(
        endpoint.vendor,
        failureBreach(failure, endpoint.vendor, request),
        context.requestId,
        step.retryAfterSeconds === undefined
          ? {}
          : { "retry-after": String(step.retryAfterSeconds) },
      );
  }
}

/** Fails inside of the stream where there is one, else as the endpoint tells it whole. */
export function failInside(
  server: ServerState,
  context: KnownRequest,
  breach: RuleViolation,
  text: string,
): Reply {
  const written = context.understood.fail(
    breach,
    writingOf(server, context, { type: "answer", text }),
  );
  return context.counted.prompt.streamed
    ? { type: "stream", events: written.events, ending: "complete" }
    : { type: "body", status: written.status, body: written.body };
}

function breakOff(
  server: ServerState,
  context: KnownRequest,
  ending: "stall" | "hang-up",
  text: string,
): Reply {
  if (!context.counted.prompt.streamed) return { type: "nothing", ending };
  const writing = writingOf(server, context, { type: "answer", text });
  const written = context.understood.fail({ status: 500, message: "" }, writing);
  return { type: "stream", events: written.events.slice(0, -1), ending };
}

function sayNothing(server: ServerState, context: KnownRequest): Reply {
  if (context.counted.prompt.streamed) return { type: "stream", events: [], ending: "complete" };
  const written = context.understood.write(writingOf(server, context, { type: "answer" }));
  return { type: "body", status: written.status, body: written.body };
}
