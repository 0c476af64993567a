import {
  CutpointError,
  type Decision,
  isCutpointError,
  type Request,
  type SummaryAttempt,
} from "@cutpoint/core";
import { askHook, type CompactionStep } from "@cutpoint/core/kit";
import type { SessionContext } from "../context.ts";
import type { BranchEntry, Entry } from "../log/entry.ts";
import type { Runner } from "../runner.ts";
import type { Session } from "../session.ts";
import { assertNotAborted } from "../store/errors.ts";
import { abandonedEntries } from "./branch-material.ts";
import { type BranchSummary, summarizeBranch } from "./branch-summary.ts";
import { branchesOf } from "./branches.ts";

export type BranchContext = SessionContext & {
  readonly runner: Runner;
  /** Called once another branch is gone on with. */
  readonly branchChanged: () => void;
};

/** From one entry to another; both may be before the first. */
type Way = { readonly from: string | null; readonly to: string | null };

const NO_SUMMARY: BranchSummary = { summary: null, attempts: [] };

/** The verbs for the tree that a log is. */
export function createBranchMethods(parts: BranchContext): Pick<Session, "navigate" | "branches"> {
  const { branchChanged, currentLog, newEntryFields, runner, sessionId, store, writer } = parts;

  /** @throws `unknown-entry` */
  async function assertEntry(entryId: string): Promise<void> {
    const options = { from: entryId, order: "newest-first" } as const;
    for await (const entry of store.read(sessionId, options)) if (entry.id === entryId) return;
  }

  /** Writes the navigation; a summary tells the truth only of the head that it was made for. */
  async function write(way: Way, prepared: BranchSummary): Promise<BranchEntry> {
    const { summary } = prepared;
    const made = { type: "branch", ...newEntryFields(), parentId: way.to, summary } as const;
    let entry: BranchEntry | undefined;
    await writer.write(({ head }) => {
      if (prepared !== NO_SUMMARY && head !== way.from) return null;
      entry = { ...made, from: head };
      return [entry];
    }, "reload");
    if (entry !== undefined) return entry;
    throw new CutpointError(
      "conflict",
      "something was written while the branch was summarized: navigate again",
    );
  }

  async function navigate(
    way: Way,
    options: NavigateOptions,
    signal: AbortSignal,
  ): Promise<NavigateResult> {
    const emit = emitterOf(parts);
    try {
      const prepared = await prepare(parts, way, options, signal);
      assertNotAborted(signal);
      const entry = await write(way, prepared);
      branchChanged();
      parts.emit({ type: "navigated", head: entry.id, from: entry.from, entry, ...MANUAL });
      return { type: "navigated", entry, attempts: prepared.attempts };
    } catch (error) {
      if (isCutpointError(error, "aborted")) {
        emit({ type: "cancelled" });
        return { type: "cancelled" };
      }
      if (!isCutpointError(error, "summary-failed")) throw error;
      emit({ type: "failed", error, message: `Branch summary failed: ${error.message}` });
      return { type: "failed", error };
    }
  }

  return {
    async navigate(entryId, options = {}) {
      const way = { from: currentLog().head, to: entryId };
      if (entryId !== null) await assertEntry(entryId);
      return runner.stoppable(options.signal, (signal) => navigate(way, options, signal));
    },
    async branches() {
      currentLog();
      return branchesOf(store, sessionId);
    },
  };
}

const MANUAL = { reason: "manual", willRetry: false } as const;

function emitterOf({ emit }: BranchContext): (step: CompactionStep) => void {
  return (step) => emit({ ...step, ...MANUAL });
}

/** Asks the hook, and makes the summary if one is wanted. */
async function prepare(
  context: BranchContext,
  way: Way,
  options: NavigateOptions,
  signal: AbortSignal,
): Promise<BranchSummary> {
  const { sessionId, store } = context;
  const { beforeNavigation, branchSummary = {} } = context.options;
  const rules = typeof branchSummary === "function" ? branchSummary() : branchSummary;
  const { summarize = rules.enabled ?? false } = options;
  if (!summarize && beforeNavigation === undefined) return NO_SUMMARY;
  const { ancestorId, entries } = await abandonedEntries(store, sessionId, way, signal);
  const navigation = {
    targetId: way.to,
    from: way.from,
    ancestorId,
    abandoned: entries,
    summarize,
  };
  const emit = emitterOf(context);
  const onError = (error: unknown): void => emit({ type: "hook-failed", error });
  const decision = await askHook(beforeNavigation, navigation, { signal, onError });
  if (!summarize) return NO_SUMMARY;
  const { instructions: text, keepPrompt } = options;
  const guided = keepPrompt === true ? "instructions" : "prompt";
  return summarizeBranch({
    context,
    abandoned: entries,
    rules,
    request: options,
    decision,
    guidance: text === undefined ? {} : { [guided]: text },
    signal,
    emit,
  });
}
export type NavigateOptions = Pick<Request, "model" | "windowTokens"> & {
  /** Whether what is left behind is summarized for the model. Default: the session's `branchSummary.enabled`. */
  readonly summarize?: boolean;
  /** What to ask for, in place of the summarizer's own prompt. */
  readonly instructions?: string;
  /** Adds `instructions` to the prompt instead. Default `false`. */
  readonly keepPrompt?: boolean;
  /** Ends the navigation as `cancelled`, with nothing changed. */
  readonly signal?: AbortSignal;
};

/** A navigation that is about to be made. */
export type Navigation = {
  readonly targetId: string | null;
  /** The head that is left. */
  readonly from: string | null;
  /** The deepest entry that both paths have; `null` where they have none. */
  readonly ancestorId: string | null;
  /** What is left behind: from that entry, exclusive, to the old head, oldest first. */
  readonly abandoned: readonly Entry[];
  /** Whether a summary was asked for; one that a hook supplies counts only then. */
  readonly summarize: boolean;
};

/**
 * Asked before each navigation, as {@link BeforeCompaction} is before each compaction. What it wants kept with a summary
 * goes into that summary's `details`: a navigation has no receipt, and `preserved` is not looked at.
 */
export type BeforeNavigation = (
  navigation: Navigation,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/**
 * What became of a navigation. The entry that it wrote is the new head, and names the old one; `attempts` are the calls
 * that its summary took. Cancelled or failed, nothing has changed.
 */
export type NavigateResult =
  | {
      readonly type: "navigated";
      readonly entry: BranchEntry;
      readonly attempts: readonly SummaryAttempt[];
    }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError };
