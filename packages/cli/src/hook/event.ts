import { isRecord } from "@cutpoint/core/kit";

/** An event to which the hook answers. */
export type HookEvent =
  | { readonly type: "before-compaction" }
  | { readonly type: "after-compaction"; readonly sessionId: string; readonly transcript: string };

/**
 * Reads an event of Claude Code or Codex. Returns `null` for all events without an answer.
 *
 * Only Claude Code passes instructions to the model that writes the summary, and only its event has
 * `custom_instructions`.
 */
export function parseEvent(text: string): HookEvent | null {
  const event: unknown = JSON.parse(text);
  if (!isRecord(event)) return null;
  const { hook_event_name: name, session_id: sessionId, transcript_path: transcript } = event;
  if (name === "PreCompact" && "custom_instructions" in event) return { type: "before-compaction" };
  const isAfter = name === "SessionStart" && event["source"] === "compact";
  if (!isAfter || typeof transcript !== "string" || typeof sessionId !== "string") return null;
  return { type: "after-compaction", sessionId, transcript };
}
