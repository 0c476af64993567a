import { digestSteps, newEntries } from "../digest/digest.ts";
import { renderDigest } from "../digest/render-digest.ts";
import type { Digest } from "../message/digest.ts";
import type { Item } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import { isChatSoFar, summariesOf, summaryOf } from "../message/state.ts";
import { mapInSteps, type Steps } from "../message/steps.ts";
import { messagesOf, type Plan } from "../plan/plan.ts";
import { blockTokens } from "../plan/verbatim.ts";
import type { Redactor } from "../summary/redact.ts";
import type { SummaryRequest } from "../summary/summarizer.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { toolsJson } from "../tokens/usage.ts";
import { visibleItems } from "../view/boundary.ts";
import type { PlannedRun } from "./run.ts";

/** The largest share of the summary's budget for lists of files and other facts. */
const MOST_LIST_SHARE = 0.5;
/** The least share of the lists' budget that an appended segment has for new entries. */
const LEAST_LIST_SHARE = 0.125;
const RECALL_HINT_SHARE = 0.1;

/** The request for a summary, and the facts that are shown beside it. */
export type SummaryMaterial = {
  readonly request: Omit<SummaryRequest, "maxCalls">;
  readonly digest: Digest;
  readonly digestText: string;
  /** Empty without a hint, or if it is too long. */
  readonly recallHint: string;
};

/** Builds the digest and the summary request of a plan, with secrets redacted. */
export function* buildSummaryRequest(
  run: PlannedRun,
  plan: Plan,
  redact: Redactor,
): Steps<SummaryMaterial> {
  const { history, options, request, viewBefore: view } = run;
  const { estimator } = options;
  const { state: before } = visibleItems(history);
  const compacted = yield* mapInSteps(plan.compacted, redact.item);
  // Whole texts are redacted, because half of a secret cannot be recognized.
  const replacements = compacted.flatMap(({ id }) => {
    const parts = getOwn(before?.replacements ?? {}, id);
    return parts === undefined ? [] : [[id, parts.map(redact.part)] as const];
  });
  const known = before?.digest ?? null;
  const earlier = known === null ? null : redact.digest(known);
  const digest = yield* digestSteps(compacted, earlier, {
    toolKinds: options.toolKinds,
    replacements: Object.fromEntries(replacements),
  });
  const digestText = renderLists(digest, earlier, plan, estimator);
  const maxHintTokens = Math.floor(plan.summaryTokens * RECALL_HINT_SHARE);
  const hintTokens = estimator.estimateText(options.recallHint);
  const recallHint = hintTokens <= maxHintTokens ? options.recallHint : "";
  // An appended segment is followed by the rest of a split turn, so its start needs no part of its own.
  const splitAt = plan.isRenewal ? plan.cut.splitTurn?.index : undefined;
  const start = splitAt ?? compacted.length;
  const previous = plan.isRenewal ? summaryOf(before) : null;
  const stays = plan.isRenewal ? [] : summariesOf(before?.prefix ?? []);
  const kept = yield* mapInSteps(plan.kept, redact.item);
  const items = [...plan.compacted, ...plan.kept];
  const { dropped, ids, revokedRules, rules, truncatedIds } = plan.verbatim;
  return {
    digest,
    digestText,
    recallHint,
    request: {
      items: compacted.slice(0, start),
      turnPrefix: compacted.slice(start),
      isChat: isChatSoFar(before, messagesOf(plan)) === true,
      kept,
      verbatimIds: ids.filter((id) => !truncatedIds.includes(id)),
      truncatedIds,
      droppedUserText: dropped.map(redact.item),
      rules: rules.map(({ text }) => redact.text(text)),
      revokedRules: revokedRules.map((text) => redact.text(text)),
      shortened: plan.shortened.map(redact.item),
      earlierSummaries: stays.map((text) => redact.text(text)),
      previousSummary: previous === null ? null : redact.text(previous),
      previousState: before,
      live: {
        view,
        system: request.system ?? null,
        tools: request.tools ?? null,
        model: request.model ?? null,
        // Few summarizers send the live conversation, so it is not searched for the others.
        get hasSecrets() {
          const isChanged = [...compacted, ...kept].some((item, index) => item !== items[index]);
          return isChanged || hasOtherSecrets(run, items, redact);
        },
      },
      digest,
      instructions: null,
      contextLines: [],
      prompt: null,
      shortText: false,
      maxTokens:
        plan.summaryTokens -
        estimator.estimateText(digestText) -
        (recallHint === "" ? 0 : hintTokens),
      estimator,
    },
  };
}

/** Whether a request has secrets outside of these items: in segments, replacements, notes, system text or tools. */
function hasOtherSecrets(
  { request, viewBefore }: PlannedRun,
  items: readonly Item[],
  redact: Redactor,
): boolean {
  const messages = new Set(items.map(({ message }) => message));
  const texts = [request.system ?? "", toolsJson(request.tools)];
  return (
    texts.some((text) => redact.text(text) !== text) ||
    viewBefore.messages.some(
      (message) => !messages.has(message) && redact.item({ id: "", message }).message !== message,
    )
  );
}

/** Renders the lists of a digest. If the prefix keeps earlier ones, only new entries are listed. */
function renderLists(
  digest: Digest,
  earlier: Digest | null,
  plan: Plan,
  estimator: TokenEstimator,
): string {
  const { fileListTokens, leastSummaryTokens, summaryTokens, verbatim } = plan;
  const most = Math.min(
    fileListTokens,
    Math.floor(summaryTokens * MOST_LIST_SHARE),
    summaryTokens - leastSummaryTokens,
  );
  const kept = verbatim.frozen.filter(({ kind }) => kind === "digest");
  const left = Math.max(most - blockTokens(kept, estimator), most * LEAST_LIST_SHARE, 0);
  const isNew = kept.length > 0 && earlier !== null;
  const shown = isNew ? newEntries(digest, earlier) : digest;
  return renderDigest(shown, { maxTokens: Math.floor(left), estimator });
}
