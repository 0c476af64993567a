import { briefOf } from "./brief.ts";
import { parseEvent } from "./event.ts";
import { isNewBrief } from "./sent-briefs.ts";

/** The time for an answer, in ms. With the start of Node it is less than 2 seconds. */
const DEADLINE_MS = 1_700;

const INSTRUCTIONS = `Copy numbers, names, paths, commands, ids and error messages that later work needs verbatim. State which request of the user is open, what was decided and why, what was tried without success, and the next step. The user's rules and statements and the modified files are added after the summary, so do not list them again.`;

/**
 * Returns the text that a host reads from the hook: instructions for the summary, or JSON with a brief. `null` for other
 * events, if the deadline is over, and if anything fails: a hook must not disturb its host.
 */
export async function answerEvent(
  input: AsyncIterable<Uint8Array>,
  deadlineMs: number = DEADLINE_MS,
): Promise<string | null> {
  const endsAt = performance.now() + deadlineMs;
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, deadlineMs, null);
  try {
    return await Promise.race([answer(input, endsAt), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function answer(input: AsyncIterable<Uint8Array>, endsAt: number): Promise<string | null> {
  const event = parseEvent(Buffer.concat(await Array.fromAsync(input)).toString("utf8"));
  if (event === null) return null;
  if (event.type === "before-compaction") return INSTRUCTIONS;
  const brief = await briefOf(event.transcript, endsAt - performance.now());
  if (brief === null || !(await isNewBrief(event.sessionId, brief))) return null;
  const hookSpecificOutput = { hookEventName: "SessionStart", additionalContext: brief };
  return JSON.stringify({ hookSpecificOutput });
}
