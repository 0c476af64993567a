import { assertValid, fields, oneOf } from "../message/assert-message.ts";
import { CutpointError } from "../message/error.ts";
import type { BeforeCompaction, Decision } from "./options.ts";
import { raceAbort } from "./race-abort.ts";

/** A function of the app that is called before an action and may decide about it. */
export type Hook<Subject> = (subject: Subject, signal: AbortSignal) => ReturnType<BeforeCompaction>;

const decisionFields = fields({ type: oneOf("cancel", "supply", "guide") });

/**
 * Calls a hook and returns its decision, if any. An error thrown by the hook, or an unknown decision, is passed to
 * `onError` and counts as no decision.
 *
 * @throws `aborted` if the hook cancels or the signal is aborted
 */
export async function askHook<Subject>(
  hook: Hook<Subject> | undefined,
  subject: Subject,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: unknown) => void },
): Promise<Exclude<Decision, { type: "cancel" }> | undefined> {
  let decision: Decision | undefined | void = undefined;
  try {
    decision = await raceAbort(signal, () => hook?.(subject, signal));
    if (decision) assertValid(decision, decisionFields, "decision");
  } catch (error) {
    decision = undefined;
    if (!signal.aborted) onError(error);
  }
  if (decision?.type === "cancel" || signal.aborted)
    throw new CutpointError("aborted", "the operation was cancelled", { cause: signal.reason });
  return decision ?? undefined;
}
