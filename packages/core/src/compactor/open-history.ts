import { type History, withState } from "../message/history.ts";
import { emptyState } from "../message/state.ts";
import type { TrackedHistory, Tracker } from "../tokens/tracked-history.ts";
import { historyFor } from "./bound-thinking.ts";
import type { Replacements } from "./clamp-intake.ts";
import type { FitOptions } from "./fit-options.ts";
import { policyOf, type ResolvedOptions } from "./resolve-options.ts";

/** The options of a compactor, and the histories that it tracks. */
export type Engine = Tracker & { readonly options: ResolvedOptions };

/** A history as a request changes it, its running sums, and the previews of its new large results. */
export type Opened = {
  readonly history: History;
  readonly tracked: TrackedHistory;
  readonly previews?: Replacements | undefined;
};

/** Opens a history. Only a request that will be sent changes it. */
export function openHistory(
  { options, track }: Engine,
  given: History,
  request: FitOptions,
): Opened {
  const tracked = track(given);
  if (request.moment === "after-answer") return { history: given, tracked };
  const history = historyFor(options, given, request);
  return { history, tracked: history === given ? tracked : track(history) };
}

/** Opens a history with previews of its new large results. */
export async function openWithPreviews(
  engine: Engine,
  given: History,
  request: FitOptions,
): Promise<Opened> {
  const opened = openHistory(engine, given, request);
  const policy = policyOf(engine.options, request);
  if (policy.intake === undefined) return opened;
  const { clampIntake } = await import("./clamp-intake.ts");
  const previews = clampIntake(engine.options.estimator, opened.history, request, policy);
  if (previews === null) return opened;
  const history = withPreviews(opened.history, previews);
  return { history, tracked: engine.track(history), previews };
}

/** Returns a history that shows previews of some results. */
export function withPreviews(history: History, previews: Replacements | undefined): History {
  if (previews === undefined) return history;
  const before = history.state ?? emptyState();
  return withState(history, { ...before, replacements: { ...before.replacements, ...previews } });
}
