import { briefOf } from "./brief.ts";
import { type HookEvent, parseEvent } from "./event.ts";
import { resultUntil } from "./result-until.ts";
import { isNewBrief } from "./sent-briefs.ts";

/** The time for an answer, in ms. With the start of Node it is less than 2 seconds. */
const DEADLINE_MS = 1_700;

const INSTRUCTIONS = `Copy numbers, names, paths, commands, ids and error messages that later work needs verbatim. State which request of the user is open, what was decided and why, what was tried without success, and the next step. The user's rules and statements and the modified files are added after the summary, so do not list them again.`;

/**
 * Returns the text that a host reads from the hook: instructions for the summary, or JSON with a brief. `null` for other
 * events, if none arrives before the deadline, and if anything fails: a hook must not disturb its host.
 */
export async function answerEvent(
  input: AsyncIterable<Uint8Array>,
  deadlineMs: number = DEADLINE_MS,
): Promise<string | null> {
  const endsAt = performance.now() + deadlineMs;
  try {
    const event = await resultUntil(endsAt, readEvent(input), null);
    if (event === null) return null;
    if (event.type === "before-compaction") return INSTRUCTIONS;
    const brief = await briefOf(event.transcript, endsAt);
    if (brief === null || !(await isNewBrief(event.sessionId, brief))) return null;
    const hookSpecificOutput = { hookEventName: "SessionStart", additionalContext: brief };
    return JSON.stringify({ hookSpecificOutput });
  } catch {
    return null;
  }
}

async function readEvent(input: AsyncIterable<Uint8Array>): Promise<HookEvent | null> {
  return parseEvent(Buffer.concat(await Array.fromAsync(input)).toString("utf8"));
}
