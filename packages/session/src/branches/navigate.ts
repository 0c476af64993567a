import {
  CutpointError,
  type Decision,
  isCutpointError,
  type Request,
  type SummaryAttempt,
} from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { askHook, type CompactionStep } from "@cutpoint/core/session";
import type { SessionContext } from "../context.ts";
import type { BranchEntry, Entry } from "../log/entry.ts";
import type { Session } from "../session.ts";
import { assertNotAborted, unknownEntryError } from "../store/errors.ts";
import { abandonedEntries } from "./branch-material.ts";
import type { BranchSummary } from "./branch-summary.ts";
import { branchesOf } from "./branches.ts";

export type NavigateOptions = Pick<Request, "model" | "windowTokens"> & {
  /** Whether to summarize the abandoned branch. Default: `branchSummary.enabled` of the session. */
  readonly summarize?: boolean;
  /** Replaces the prompt of the summarizer. */
  readonly instructions?: string;
  /** Adds `instructions` to the prompt instead. Default: `false`. */
  readonly keepPrompt?: boolean;
  /** Cancels the navigation. Nothing is written then. */
  readonly signal?: AbortSignal;
};

/** The navigation that a hook decides about. */
export type Navigation = {
  readonly targetId: string | null;
  /** The current head. */
  readonly from: string | null;
  /** The deepest entry that both paths share; `null` if there is none. */
  readonly ancestorId: string | null;
  /** The entries after the ancestor up to the current head, oldest first. */
  readonly abandoned: readonly Entry[];
  /** Whether a summary was requested. If not, a summary from the hook is ignored. */
  readonly summarize: boolean;
};

/**
 * Called before each navigation, like {@link BeforeCompaction} before each compaction.
 *
 * Data to keep with a summary belongs in its `details`. `preserved` is ignored, since a navigation has no receipt.
 */
export type BeforeNavigation = (
  navigation: Navigation,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/** The outcome of a navigation. Nothing was written if it was cancelled or failed. */
export type NavigateResult =
  | {
      readonly type: "navigated";
      /** The new head. */
      readonly entry: BranchEntry;
      /** The model calls for the summary. */
      readonly attempts: readonly SummaryAttempt[];
    }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError };

type Route = { readonly from: string | null; readonly to: string | null };

const NO_SUMMARY: BranchSummary = { summary: null, attempts: [] };

const MANUAL = { reason: "manual", willRetry: false } as const;

/** Creates `navigate` and `branches`. `branchChanged` is called after a navigation. */
export function createBranchMethods(
  context: SessionContext,
  branchChanged: () => void,
): Pick<Session, "navigate" | "branches"> {
  const { currentLog, newEntryFields, runner, sessionId, store, writer } = context;
  const emit = (step: CompactionStep): void => context.emit({ ...step, ...MANUAL });

  /** @throws `unknown-entry`, `invalid-input` */
  async function assertEntry(entryId: string): Promise<void> {
    if (typeof entryId !== "string")
      throw invalidInput("entryId", entryId, "expected the id of an entry, or null");
    const options = { from: entryId, order: "newest-first" } as const;
    try {
      for await (const entry of store.read(sessionId, options)) if (entry.id === entryId) return;
    } catch (error) {
      if (!isCutpointError(error, "unknown-entry")) throw error;
      throw unknownEntryError("entryId", entryId, sessionId);
    }
  }

  /** Writes the navigation. A summary is valid only for the head that it was made from. */
  async function write(route: Route, prepared: BranchSummary): Promise<BranchEntry> {
    const { summary } = prepared;
    const draft = { type: "branch", ...newEntryFields(), parentId: route.to, summary } as const;
    const written = await writer.write(({ head }) =>
      prepared !== NO_SUMMARY && head !== route.from ? null : [{ ...draft, from: head }],
    );
    const entry = written?.[0];
    if (entry?.type === "branch") return entry;
    throw new CutpointError(
      "conflict",
      "the session changed while the branch was summarized: navigate again",
    );
  }

  async function navigate(
    route: Route,
    options: NavigateOptions,
    signal: AbortSignal,
  ): Promise<NavigateResult> {
    try {
      const prepared = await summarizeIfNeeded(context, route, { ...options, signal }, emit);
      assertNotAborted(signal);
      const entry = await write(route, prepared);
      branchChanged();
      context.emit({ type: "navigated", head: entry.id, from: entry.from, entry, ...MANUAL });
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
      const route = { from: currentLog().head, to: entryId };
      if (entryId !== null) await assertEntry(entryId);
      const { end, signal } = runner.start(options.signal);
      return navigate(route, options, signal).finally(end);
    },
    async branches() {
      currentLog();
      return branchesOf(store, sessionId);
    },
  };
}

/** Calls the hook, and summarizes the abandoned branch if requested. */
async function summarizeIfNeeded(
  context: SessionContext,
  { from, to }: Route,
  request: NavigateOptions & { readonly signal: AbortSignal },
  emit: (step: CompactionStep) => void,
): Promise<BranchSummary> {
  const { sessionId, store } = context;
  const { beforeNavigation, branchSummary = {} } = context.options;
  const options = typeof branchSummary === "function" ? branchSummary() : branchSummary;
  const { instructions, keepPrompt, signal, summarize = options.enabled ?? false } = request;
  if (!summarize && beforeNavigation === undefined) return NO_SUMMARY;
  const branch = await abandonedEntries(store, sessionId, { from, to }, signal);
  const { ancestorId, entries: abandoned } = branch;
  const navigation = { targetId: to, from, ancestorId, abandoned, summarize };
  const onError = (error: unknown): void => emit({ type: "hook-failed", error });
  const decision = await askHook(beforeNavigation, navigation, { signal, onError });
  if (!summarize) return NO_SUMMARY;
  const field = keepPrompt === true ? "instructions" : "prompt";
  const guidance = instructions === undefined ? {} : { [field]: instructions };
  const { summarizeBranch } = await import("./branch-summary.ts");
  return summarizeBranch({
    context,
    abandoned,
    options,
    request,
    decision,
    guidance,
    signal,
    emit,
  });
}
