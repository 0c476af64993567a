import { isRecord } from "@cutpoint/core/kit";
import type { StreamEvent } from "@openai/agents-core";
import type { JsonRecord } from "../items/json.ts";
import { INCOMPLETE } from "./incomplete-answer.ts";
import { COMPACTION } from "./stream-progress.ts";

/** Events before the first content, in the Responses API and in the AI SDK. */
const OPENINGS: ReadonlySet<unknown> = new Set([
  "response.created",
  "response.queued",
  "response.in_progress",
  "stream-start",
  "response-metadata",
  COMPACTION,
]);

/** Returns whether an event has no content yet, so that the stream can be retried. */
export function isOpening(event: StreamEvent): boolean {
  if (event.type === "response_started") return true;
  if (event.type !== "model") return false;
  const raw: unknown = event.event;
  return isRecord(raw) && (OPENINGS.has(raw["type"]) || isEmptyChunk(raw));
}

/** A chunk of Chat Completions that contains only the role. */
function isEmptyChunk({ object, choices }: JsonRecord): boolean {
  if (object !== "chat.completion.chunk" || !Array.isArray(choices)) return false;
  return choices.every((choice: unknown) => {
    if (!isRecord(choice) || !isRecord(choice["delta"])) return false;
    const { role: _role, ...fields } = choice["delta"];
    const isEmpty = Object.values(fields).every((value) => value === null || value === "");
    return isEmpty && (choice["finish_reason"] ?? null) === null;
  });
}

/** A failure, with the usage of the attempt if the provider reported it. */
export type ReportedFailure = { readonly failure: unknown; readonly usage?: unknown };

/**
 * Returns the failure that an event reports; `null` for other events.
 *
 * The event has the provider's code, which the error after it lacks.
 */
export function failureOf(event: StreamEvent): ReportedFailure | null {
  if (event.type !== "model") return null;
  const raw: unknown = event.event;
  if (!isRecord(raw)) return null;
  if (raw["type"] === "error") return { failure: raw["error"] ?? raw };
  if (!isRecord(raw["response"])) return null;
  const { error, incomplete_details: details, usage } = raw["response"];
  if (raw["type"] === "response.failed") return { failure: error, usage };
  if (raw["type"] !== INCOMPLETE) return null;
  return { failure: { type: INCOMPLETE, details }, usage };
}
