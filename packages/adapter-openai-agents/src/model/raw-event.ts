import type { StreamEvent } from "@openai/agents-core";
import { isRecord, type JsonRecord } from "../items/json.ts";
import { INCOMPLETE } from "./incomplete-answer.ts";

/** What a stream says before it says anything, in the words of the Responses API and of the AI SDK. */
const OPENINGS: ReadonlySet<unknown> = new Set([
  "response.created",
  "response.queued",
  "response.in_progress",
  "stream-start",
  "response-metadata",
]);

/** Whether an event tells the user nothing yet, so that it can be taken back. */
export function isOpening(event: StreamEvent): boolean {
  if (event.type === "response_started") return true;
  if (event.type !== "model") return false;
  const raw: unknown = event.event;
  return isRecord(raw) && (OPENINGS.has(raw["type"]) || isEmptyChunk(raw));
}

/** A chunk of Chat Completions that only names the role. */
function isEmptyChunk({ object, choices }: JsonRecord): boolean {
  if (object !== "chat.completion.chunk" || !Array.isArray(choices)) return false;
  return choices.every((choice: unknown) => {
    if (!isRecord(choice) || !isRecord(choice["delta"])) return false;
    const { role: _role, ...said } = choice["delta"];
    const isSilent = Object.values(said).every((value) => value === null || value === "");
    return isSilent && (choice["finish_reason"] ?? null) === null;
  });
}

/**
 * Returns the failure that an event reports, with the provider's code, which the error that follows lacks; `null` for
 * other events.
 */
export function failureOf(
  event: StreamEvent,
): { readonly failure: unknown; readonly reported: unknown } | null {
  if (event.type !== "model") return null;
  const raw: unknown = event.event;
  if (!isRecord(raw)) return null;
  if (raw["type"] === "error") return { failure: raw["error"] ?? raw, reported: null };
  if (!isRecord(raw["response"])) return null;
  const { error, incomplete_details: details, usage } = raw["response"];
  if (raw["type"] === "response.failed") return { failure: error, reported: usage };
  if (raw["type"] !== INCOMPLETE) return null;
  return { failure: { type: INCOMPLETE, details }, reported: usage };
}
