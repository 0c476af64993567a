import { failureViolation } from "./failure.ts";
import type { Reply } from "./reply.ts";
import type { RuleViolation } from "./rules/rule.ts";
import type { FailureStep } from "./script.ts";
import {
  type CountedRequest,
  recordOutcome,
  type ServerState,
  createWriteContext,
} from "./request-context.ts";
import { errorReply } from "./wire/vendor-error.ts";

/** Returns the reply for a scripted failure. */
export function failRequest(
  server: ServerState,
  context: CountedRequest,
  step: FailureStep,
): Reply {
  const { endpoint, counted, windowTokens } = context;
  const text = step.text ?? "";
  const { failure } = step;
  recordOutcome(context, { type: "failed", failure });
  const overflow = endpoint.overflow(Math.max(counted.tokens, windowTokens + 1), windowTokens);
  const model = counted.prompt.model;
  const request = { model, tokens: counted.tokens };
  switch (failure) {
    case "stream-overflow":
      return failInStream(server, context, overflow, text);
    case "stream-error":
      return failInStream(
        server,
        context,
        failureViolation(failure, endpoint.vendor, request),
        text,
      );
    case "stall":
    case "hang-up":
      return interruptAnswer(server, context, failure, text);
    case "empty":
      return replyEmpty(server, context);
    case "refusal": {
      const refused = { status: 400, type: "invalid_request_error", message: text };
      return errorReply(endpoint.vendor, refused, context.requestId);
    }
    case "overflow":
      return errorReply(endpoint.vendor, overflow, context.requestId);
    default:
      return errorReply(
        endpoint.vendor,
        failureViolation(failure, endpoint.vendor, request),
        context.requestId,
        step.retryAfterSeconds === undefined
          ? {}
          : { "retry-after": String(step.retryAfterSeconds) },
      );
  }
}

/** Fails inside the stream of a streamed request, and with an error response otherwise. */
export function failInStream(
  server: ServerState,
  context: CountedRequest,
  violation: RuleViolation,
  text: string,
): Reply {
  const response = context.parsed.fail(
    violation,
    createWriteContext(server, context, { type: "answer", text }),
  );
  return context.counted.prompt.streamed
    ? { type: "stream", events: response.events, ending: "complete" }
    : { type: "body", status: response.status, body: response.body };
}

function interruptAnswer(
  server: ServerState,
  context: CountedRequest,
  ending: "stall" | "hang-up",
  text: string,
): Reply {
  if (!context.counted.prompt.streamed) return { type: "nothing", ending };
  const writeContext = createWriteContext(server, context, { type: "answer", text });
  const response = context.parsed.fail({ status: 500, message: "" }, writeContext);
  return { type: "stream", events: response.events.slice(0, -1), ending };
}

function replyEmpty(server: ServerState, context: CountedRequest): Reply {
  if (context.counted.prompt.streamed) return { type: "stream", events: [], ending: "complete" };
  const response = context.parsed.write(createWriteContext(server, context, { type: "answer" }));
  return { type: "body", status: response.status, body: response.body };
}
