import { CutpointError } from "../message/error.ts";
import type { Emit } from "./events.ts";
import type { Decision } from "./options.ts";
import { raceAbort } from "./race-abort.ts";

/** A hook that is asked before something is done. */
type Before<Subject> = (
  subject: Subject,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/**
 * What the host decides; where its hook throws, that is told and counts for nothing.
 *
 * @throws `aborted` where it cancels, or the signal is set
 */
export async function askHook<Subject>(
  before: Before<Subject> | undefined,
  subject: Subject,
  signal: AbortSignal,
  emit: Emit,
): Promise<Exclude<Decision, { type: "cancel" }> | undefined> {
  const decision = await callHook(before, subject, signal, emit);
  if (decision?.type === "cancel" || signal.aborted)
    throw new CutpointError("aborted", "it was cancelled", { cause: signal.reason });
  return decision;
}

async function callHook<Subject>(
  before: Before<Subject> | undefined,
  subject: Subject,
  signal: AbortSignal,
  emit: Emit,
): Promise<Decision | undefined> {
  try {
    if (before === undefined) return undefined;
    return (await raceAbort(signal, () => before(subject, signal))) ?? undefined;
  } catch (error) {
    if (!signal.aborted) emit({ type: "hook-failed", error });
    return undefined;
  }
}
