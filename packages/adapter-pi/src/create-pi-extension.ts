import {
  type CompactionState,
  type CompactorOptions,
  createCompactor,
  CutpointError,
  type Part,
  type Policy,
  type Summarizer,
  viewOf,
} from "@cutpoint/core";
import { withOfflineFallback } from "@cutpoint/host-kit";
import type {
  ExtensionAPI,
  ExtensionContext,
  SessionBeforeCompactEvent,
  SessionBeforeCompactResult,
} from "@earendil-works/pi-coding-agent";
import { registerCompactTool } from "./compact-tool.ts";
import { readBranch } from "./read-branch.ts";
import { createSessionModelSummarizer, type PiUsage, sumOf } from "./session-model.ts";

/** The options of the extension. pi decides when to compact, and shows kept messages in full. */
export type PiExtensionOptions = Omit<CompactorOptions, "policy" | "summarizer"> & {
  /**
   * One summarizer, a list that is tried in order, or a function of the plan. `session-model` calls the model of the
   * session, in pi only. A summarizer or list is followed by the offline one. Default: `createExtractiveSummarizer()` of
   * `@cutpoint/extractive`.
   */
  readonly summarizer?: CompactorOptions["summarizer"] | "session-model";
  /** How much to keep. Default: `{}`. */
  readonly policy?: Omit<Policy, "autoContinue" | "check" | "enabled" | "prune" | "trigger">;
};

/**
 * Creates an extension for pi and oh-my-pi that makes their compactions: the summary, and the choice of the messages to
 * keep. The compaction state is in the `details` of the session's entry.
 *
 * The extension never throws. If it cannot compact, it notifies the user, and the compaction of the host runs instead.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createPiExtension(options: PiExtensionOptions = {}): (pi: ExtensionAPI) => void {
  createCompactor(compactorOptions(options, 1)); // checks the options
  return (pi) => {
    const calls = options.compactTool === true ? registerCompactTool(pi) : null;
    pi.on("session_before_compact", async (event, context) => {
      try {
        if (calls !== null) calls.reserveTokens = event.preparation.settings.reserveTokens;
        const reason = calls?.isRunning() === true ? "threshold" : event.reason;
        return await compact(options, { ...event, reason }, context);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!event.signal.aborted)
          context.ui.notify(`Cutpoint did not compact: ${reason}`, "warning");
        return undefined;
      }
    });
  };
}

async function compact(
  options: PiExtensionOptions,
  event: SessionBeforeCompactEvent,
  { model, modelRegistry }: ExtensionContext,
): Promise<SessionBeforeCompactResult> {
  const { branchEntries, customInstructions: instructions, preparation, signal } = event;
  const usages: PiUsage[] = [];
  const canCall = model !== undefined && typeof modelRegistry.complete === "function"; // not in oh-my-pi
  const summarizer = canCall ? createSessionModelSummarizer(model, modelRegistry, usages) : null;
  const { settings, tokensBefore } = preparation;
  const compactor = createCompactor(compactorOptions(options, settings.reserveTokens, summarizer));
  const { outcome, state } = await compactor.fit(await readBranch(branchEntries), {
    reason: event.reason ?? "threshold", // oh-my-pi has none
    signal,
    ...(model === undefined ? {} : { model: model.id, windowTokens: model.contextWindow }),
    ...(instructions === undefined ? {} : { instructions }),
  });
  if (outcome.type === "failed") throw outcome.error;
  if (outcome.type !== "compacted" || state === null || outcome.receipt.compacted.items === 0)
    throw new CutpointError(
      "summary-failed",
      outcome.type === "unchanged" ? outcome.why : "no message can be summarized",
    );
  const firstKeptEntryId = firstKeptIn(branchEntries, state);
  const details = { cutpoint: { ...state, replacements: {} } };
  const compaction = { summary: summaryOf(state), firstKeptEntryId, tokensBefore, details };
  if (usages.length === 0) return { compaction };
  return { compaction: { ...compaction, usage: usages.reduce(sumOf) } };
}

/** @param reserveTokens the setting of pi. A compaction is always due, and makes the context smaller than pi's limit. */
function compactorOptions(
  { policy, summarizer: given, ...options }: PiExtensionOptions,
  reserveTokens: number,
  sessionModel: Summarizer | null = null,
): CompactorOptions {
  const reserve = { type: "reserve", tokens: reserveTokens } as const;
  const trigger = { type: "any", of: [reserve, { type: "items", items: 1 }] } as const;
  const summarizer = given === "session-model" ? (sessionModel ?? []) : given;
  return {
    ...options,
    summarizer: withOfflineFallback(summarizer),
    policy: { ...policy, prune: "none", trigger },
  };
}

/** Returns the prefix of a state as one text. Files are named, because a summary of pi has only text. */
function summaryOf(state: CompactionState): string {
  const { messages } = viewOf({ items: [], state, startsAtBoundary: true });
  return messages
    .flatMap(({ parts }): readonly Part[] => parts)
    .flatMap((part) => {
      if (part.type === "file") return [`[${part.name ?? "file"}, ${part.mediaType}]`];
      return part.type === "text" ? [part.text] : [];
    })
    .join("\n\n");
}

/** pi accepts an id that is not in the session, and hides all messages then. */
function firstKeptIn(
  entries: SessionBeforeCompactEvent["branchEntries"],
  { firstKeptId }: CompactionState,
): string {
  if (firstKeptId === null) return ""; // nothing is kept
  if (entries.some(({ id, type }) => id === firstKeptId && type !== "compaction"))
    return firstKeptId;
  throw new CutpointError("invalid-input", `firstKeptId is ${firstKeptId}: expected an entry`);
}
