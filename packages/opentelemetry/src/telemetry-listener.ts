import type { CompactionEvent } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import {
  type Attributes,
  context,
  type Meter,
  metrics,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import {
  CUTPOINT,
  ERROR_TYPE,
  GEN_AI,
  OPERATION,
  receiptAttributes,
  sharedAttributes,
} from "./attributes.ts";
import { createInstruments } from "./instruments.ts";
import { createOpenSpans, type OpenSpan } from "./open-spans.ts";

/** The name of the instrumentation. */
const SCOPE = "@cutpoint/opentelemetry";

/** Options of {@link createTelemetryListener}. */
export type TelemetryOptions = {
  /** Default: the tracer of the registered provider. */
  readonly tracer?: Tracer;
  /** Default: the meter of the registered provider. */
  readonly meter?: Meter;
};

/** An `onEvent` of a compactor or of a session. */
export type TelemetryListener = (event: CompactionEvent | SessionEvent) => void;

type FinalEvent = Extract<
  CompactionEvent,
  { readonly type: "prepared" | "applied" | "skipped" | "cancelled" | "failed" }
>;

/**
 * Creates an `onEvent` that records each compaction as a span and in metrics, by the GenAI conventions of OpenTelemetry.
 *
 * One listener serves any number of sessions. The compactions of one compactor are told apart by the active span, so
 * call `fit` within a span if histories are compacted at the same time. No text of a conversation is recorded.
 */
export function createTelemetryListener(options: TelemetryOptions = {}): TelemetryListener {
  const tracer = options.tracer ?? trace.getTracer(SCOPE);
  const instruments = createInstruments(options.meter ?? metrics.getMeter(SCOPE));
  const spans = createOpenSpans();

  function start(event: CompactionEvent): OpenSpan {
    const attributes = sharedAttributes(event.reason);
    if (event.type === "started") attributes[CUTPOINT.tokensBefore] = event.tokensBefore;
    const sessionId = sessionOf(event);
    if (sessionId !== null) attributes[GEN_AI.conversation] = sessionId;
    return { span: tracer.startSpan(OPERATION, { attributes }), startedAt: performance.now() };
  }

  function end(event: FinalEvent): void {
    const key = keyOf(event);
    const found = spans.get(key);
    const { span } = found ?? start(event);
    spans.remove(key);
    const attributes = { ...sharedAttributes(event.reason), ...outcomeAttributes(event) };
    span.setAttributes(attributes);
    if ("receipt" in event) span.setAttributes(receiptAttributes(event.receipt));
    if (event.type === "failed")
      span.setStatus({ code: SpanStatusCode.ERROR, message: event.error.message });
    span.end();
    if (found !== undefined)
      instruments.duration.record((performance.now() - found.startedAt) / 1000, attributes);
    if (event.type !== "applied") return;
    const { tokensBefore, tokensAfter } = event.receipt;
    instruments.savedTokens.add(Math.max(0, tokensBefore - tokensAfter), attributes);
  }

  /** Counts a failure, and adds it to the span of its compaction. */
  function fail(event: CompactionEvent, errorType: string, by?: string): void {
    const attributes = {
      ...sharedAttributes(event.reason),
      [CUTPOINT.failure]: event.type,
      [ERROR_TYPE]: errorType,
      ...(by !== undefined && { [CUTPOINT.summarizer]: by }),
    };
    instruments.failures.add(1, attributes);
    spans.get(keyOf(event))?.span.addEvent("cutpoint.failure", attributes);
  }

  return (event) => {
    switch (event.type) {
      case "started":
        spans.add(keyOf(event), start(event));
        return;
      case "summary-failed":
        fail(event, event.error.failure?.fault ?? event.error.code, event.by);
        return;
      case "hook-failed":
        fail(event, event.error instanceof Error ? event.error.name : "_OTHER");
        return;
      case "gave-up":
        fail(event, "gave-up");
        return;
      case "failed":
        fail(event, event.error.code);
        end(event);
        return;
      case "skipped":
        if (spans.get(keyOf(event)) !== undefined) end(event);
        return;
      case "prepared":
      case "applied":
      case "cancelled":
        end(event);
        return;
      default:
    }
  };
}

/** Returns the attributes of an outcome that have few values, so that metrics have them too. */
function outcomeAttributes(event: FinalEvent): Attributes {
  const outcome = { [CUTPOINT.outcome]: event.type };
  if (event.type === "failed") return { ...outcome, [ERROR_TYPE]: event.error.code };
  if (event.type === "skipped") return { ...outcome, [CUTPOINT.skipped]: event.why };
  return "receipt" in event ? { ...outcome, [CUTPOINT.method]: event.receipt.method } : outcome;
}

function sessionOf(event: CompactionEvent | SessionEvent): string | null {
  return "sessionId" in event ? event.sessionId : null;
}

/** A session runs one compaction at a time. Without a session, the active span identifies the caller. */
function keyOf(event: CompactionEvent | SessionEvent): string {
  const sessionId = sessionOf(event);
  if (sessionId !== null) return `session ${sessionId}`;
  return `span ${trace.getSpan(context.active())?.spanContext().spanId ?? ""}`;
}
