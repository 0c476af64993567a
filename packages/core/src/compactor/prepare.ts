import type { History } from "../message/history.ts";
import { checkCompaction, type DueCompaction, NEAR_SHARE, type NotDue } from "../plan/check.ts";
import type { UnchangedReason } from "../plan/unchanged-reason.ts";
import { messagesTokens } from "../tokens/estimator.ts";
import { overheadTokens } from "../tokens/usage.ts";
import { toSummaryFailure } from "../summary/failure.ts";
import { createEmitter, type Emit, failedStep } from "./events.ts";
import type { NotPrepared, PreparedCompaction } from "./prepared.ts";
import { policyOf, type ResolvedOptions } from "./resolve-options.ts";
import type { CompactionRun } from "./run.ts";

/**
 * Plans a compaction, calls the hook, makes the summary and checks the result, without effect. Emits every event except
 * `applied`. A failed summary is an outcome, not an error.
 *
 * The code of a compaction is loaded for the first one, since most requests need none.
 *
 * @throws `invalid-input` if the policy is not valid
 */
export async function prepareCompaction(
  run: CompactionRun,
): Promise<PreparedCompaction | NotPrepared> {
  const { options, planOptions, request, tracked } = run;
  const emit = createEmitter(options.onEvent, planOptions.reason);
  const policy = policyOf(options, request);
  const due = checkCompaction(tracked, policy, request, planOptions);
  reportMisfits(run, due, emit);
  reportNear(run, due, emit);
  if (due.type === "no-plan") return notPlanned(run, due.why, emit);
  const { background = false, loaded } = options;
  if (due.type === "near" && background === false) return notPlanned(run, "below-trigger", emit);
  if (loaded.due !== undefined) return loaded.due.prepareDue({ ...run, emit }, due);
  try {
    loaded.due = await loaded.load();
  } catch (cause) {
    const error = toSummaryFailure(cause);
    emit(failedStep(planOptions.reason, error));
    const outcome = { type: "failed", error } as const;
    return { type: "not-prepared", outcome, state: tracked.history.state };
  }
  // The history may have grown meanwhile.
  return prepareCompaction(run);
}

type Checked = DueCompaction | NotDue;

/** The third item tells conversations apart whose first ones are equal, if ids are made from contents. */
const DISTINCT_ITEM = 2;

export function conversationOf({ items }: History): string {
  return items[Math.min(DISTINCT_ITEM, items.length - 1)]?.id ?? "";
}

/** Emits `near-limit` once until the conversation is smaller again. Then what was prepared for it is of no use. */
function reportNear(run: CompactionRun, due: Checked, emit: Emit): void {
  const { options, tracked } = run;
  const conversation = conversationOf(tracked.history);
  const near = `near ${conversation}`;
  const below = `below ${conversation}`;
  if (due.type === "no-plan" && due.why === "below-trigger") {
    options.reported.delete(near);
    isNew(options, below);
    options.ahead.get(conversation)?.stop();
  }
  if (due.type !== "near" || !isNew(options, near)) return;
  if (!options.reported.delete(below) && wasNear(run, due)) return;
  emit({ type: "near-limit", tokensLeft: due.resolved.limitTokens - due.usage.tokens });
}

/**
 * Whether the request before the newest answer was near the limit as well. Then another compactor has reported it: an app
 * may create one for each request.
 */
function wasNear({ options, tracked }: CompactionRun, { resolved, usage }: DueCompaction): boolean {
  const { items } = tracked.history;
  const answer = items.findLastIndex(({ message }) => message.role === "assistant");
  if (answer === -1) return false;
  const newest = items.slice(answer).map(({ message }) => message);
  const added = messagesTokens(newest, options.estimator);
  return usage.tokens - added > NEAR_SHARE * resolved.limitTokens;
}

/** Returns the outcome of a check that finds nothing to do. */
export function notPlanned(
  { options, planOptions, request, tracked }: CompactionRun,
  why: UnchangedReason,
  emit: Emit,
): NotPrepared {
  const { model = null } = request;
  if (why === "unknown-window" && isNew(options, `model ${model}`))
    emit({ type: "unknown-window", model });
  else if (planOptions.reason !== "threshold") emit({ type: "skipped", why });
  const outcome = { type: "unchanged", why } as const;
  return { type: "not-prepared", outcome, state: tracked.history.state };
}

/** Settings that do not fit the window are reported once for each window. */
function reportMisfits({ options, request }: CompactionRun, checked: Checked, emit: Emit): void {
  const { workingWindowTokens } = checked.usage;
  if (workingWindowTokens === null || checked.resolved === null) return;
  const { limitTokens, misfits } = checked.resolved;
  const isFixed = overheadTokens(request, options.estimator) >= limitTokens;
  const settings = [...misfits, ...(isFixed ? ["trigger"] : [])];
  if (settings.length > 0 && isNew(options, `${workingWindowTokens} ${settings.join()}`))
    emit({ type: "policy-adjusted", settings, workingWindowTokens });
}

/** The reports that are not repeated. After that many, each may be repeated once. */
export const MAX_REPORTED = 256;

function isNew({ reported }: ResolvedOptions, key: string): boolean {
  if (reported.size >= MAX_REPORTED && !reported.has(key)) reported.clear();
  return reported.size !== reported.add(key).size;
}
