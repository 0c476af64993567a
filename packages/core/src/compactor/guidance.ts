import type { Json } from "../model/json.ts";

/** What a caller or a hook wants of one summary. */
export type Guidance = {
  /** What the summary should attend to. */
  readonly instructions?: string;
  /** Lines added to what was said: the branch, open files, whatever the conversation does not tell. */
  readonly contextLines?: readonly string[];
  /** What to ask a model for, in place of the summarizer's own instructions. */
  readonly prompt?: string;
  /** Whether a text of a few words for a user interface is made as well; it is told in the receipt. */
  readonly shortText?: boolean;
};

/** What a hook wants of one summary, and what it wants kept in its receipt. */
export type HookGuidance = Guidance & { readonly preserved?: Json };

/** A caller's guidance with a hook's: instructions and lines of both, the hook's prompt before the caller's. */
export function guidedBy(caller: Guidance, hook: Guidance | undefined): Guidance {
  if (hook === undefined) return caller;
  const instructions = [caller.instructions, hook.instructions].filter(
    (text) => text !== undefined,
  );
  const prompt = hook.prompt ?? caller.prompt;
  return {
    ...(instructions.length === 0 ? {} : { instructions: instructions.join("\n") }),
    contextLines: [...(caller.contextLines ?? []), ...(hook.contextLines ?? [])],
    ...(prompt === undefined ? {} : { prompt }),
    shortText: hook.shortText ?? caller.shortText ?? false,
  };
}
