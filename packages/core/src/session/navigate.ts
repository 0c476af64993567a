import { askHook } from "../compactor/decide.ts";
import { createEmitter } from "../compactor/tell.ts";
import { assertNotAborted } from "../log/store-errors.ts";
import type { BranchEntry } from "../model/entry.ts";
import { CutpointError, isCutpointError } from "../model/error.ts";
import { abandonedEntries } from "./abandoned.ts";
import { type BranchSummary, summarizeBranch } from "./branch-summary.ts";
import { branchesOf } from "./branches.ts";
import type { NavigateResult, NavigateOptions } from "./navigation.ts";
import type { SessionContext } from "./parts.ts";
import type { Runner } from "./runner.ts";
import type { Session, SessionOptions } from "./session.ts";

export type BranchContext = SessionContext & {
  readonly runner: Runner;
  readonly settings: Pick<SessionOptions, "beforeNavigation" | "branchSummary">;
  /** Called once another branch is gone on with. */
  readonly branchChanged: () => void;
};

/** From one entry to another; both may be before the first. */
type Way = { readonly from: string | null; readonly to: string | null };

const NO_SUMMARY: BranchSummary = { summary: null, attempts: [] };

/** The verbs for the tree that a log is. */
export function createBranchMethods(parts: BranchContext): Pick<Session, "navigate" | "branches"> {
  const {
    engine,
    branchChanged,
    newEntryFields,
    currentLog,
    runner,
    scope,
    sessionId,
    store,
    writer,
  } = parts;

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
    const emit = createEmitter(engine, "manual", scope);
    try {
      const prepared = await prepare(parts, way, options, signal);
      assertNotAborted(signal);
      const entry = await write(way, prepared);
      branchChanged();
      emit({ type: "navigated", head: entry.id, from: entry.from, entry });
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

/** What the hook decides, and the summary that was asked for. */
async function prepare(
  { engine, scope, sessionId, settings, store }: BranchContext,
  way: Way,
  options: NavigateOptions,
  signal: AbortSignal,
): Promise<BranchSummary> {
  const { beforeNavigation, branchSummary = {} } = settings;
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
  const emit = createEmitter(engine, "manual", scope);
  const decision = await askHook(beforeNavigation, navigation, signal, emit);
  if (!summarize) return NO_SUMMARY;
  const { instructions: text, keepPrompt } = options;
  const asked = keepPrompt === true ? "instructions" : "prompt";
  return summarizeBranch({
    engine,
    abandoned: entries,
    rules,
    request: options,
    decision,
    guidance: text === undefined ? {} : { [asked]: text },
    signal,
    emit,
  });
}
