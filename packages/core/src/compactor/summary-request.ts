import { digestOf } from "../digest/digest.ts";
import { renderDigest } from "../digest/render-digest.ts";
import type { History } from "../message/history.ts";
import type { Json } from "../message/json.ts";
import type { SummaryAttempt } from "../message/receipt.ts";
import type { Request } from "../message/request.ts";
import { summaryOf } from "../message/state.ts";
import type { Plan } from "../plan/plan.ts";
import { cleanSummary, summaryFailure } from "../summary/check-summary.ts";
import { type Redact, redactDigest, redactItem, redactSecrets } from "../summary/redact.ts";
import type { SummaryRequest } from "../summary/summarizer.ts";
import { visibleItems } from "../view/boundary.ts";
import type { View } from "../view/view.ts";
import type { Emit } from "./events.ts";
import type { Made } from "./finalize.ts";
import {
  type Decision,
  type Guidance,
  guidedBy,
  type HookGuidance,
  type ResolvedOptions,
} from "./options.ts";
import { type Checked, runSummarizers } from "./run-summarizers.ts";

/** How much of the summary's budget the file lists and other facts may take. */
export const DIGEST_SHARE = 0.1;

/** How much of the summary's budget the host's word on how to get at the rest may take. */
const RECALL_HINT_SHARE = 0.1;

/** A summary with the facts beside it, and what it took. */
export type SummaryResult = Made & {
  readonly summaryTokens: number;
  readonly method: string;
  readonly attempts: readonly SummaryAttempt[];
  readonly promptVersion: string | null;
  readonly shortText: string | null;
  readonly details?: Json;
  readonly preserved?: Json;
};

export type SummaryTask = {
  readonly engine: ResolvedOptions;
  readonly history: History;
  /** What the model was sent last; made where somebody looks at it. */
  readonly viewBefore: () => View;
  readonly request: Request;
  readonly plan: Plan;
  readonly decision: Decision | undefined;
  readonly guidance: Guidance;
  readonly signal: AbortSignal;
  readonly emit: Emit;
};

/** A summary that can be used, and what it took. */
export type WrittenSummary = Omit<SummaryResult, keyof Made> & Pick<Made, "summary">;

/** What is to be summarized, and who decides how. */
export type WritingOrder = Omit<SummaryTask, "history" | "viewBefore" | "request" | "plan"> & {
  readonly request: Omit<SummaryRequest, "maxCalls">;
  readonly redact: Redact;
  /** `undefined` for a branch that was left. */
  readonly plan?: Plan;
};

/**
 * Makes the summary that a plan asks for, or takes the one that the host supplied, and hands it to `accept`, which
 * throws `summary-failed` where the result is of no use: then the next candidate is asked.
 *
 * @throws `summary-failed` where no candidate gave a usable one, `aborted`
 */
export async function makeSummary<Accepted>(
  order: SummaryTask,
  accept: (made: SummaryResult) => Accepted,
): Promise<Accepted> {
  const redact = withFallback(order.engine.summaries.redact, order.emit);
  const { request, ...beside } = requestOf(order, redact);
  return writeSummary({ ...order, request, redact }, (written) =>
    accept({ ...written, ...beside }),
  );
}

/** {@link makeSummary} for what is known already. */
export async function writeSummary<Accepted>(
  { decision, engine, guidance, plan, redact, request, signal, emit }: WritingOrder,
  accept: (written: WrittenSummary) => Accepted,
): Promise<Accepted> {
  const { estimator, maxTokens } = request;
  const hook: HookGuidance | undefined = decision?.type === "guide" ? decision : undefined;
  const preserved =
    decision === undefined || decision.type === "cancel" ? undefined : decision.preserved;
  const acceptChecked = (summary: Checked, details?: Json): Accepted => {
    const text = redact(summary.text);
    return accept({
      summary: text,
      summaryTokens: estimator.estimateText(text),
      method: summary.method,
      attempts: summary.attempts,
      promptVersion: summary.promptVersion ?? null,
      shortText: summary.shortText === undefined ? null : redact(cleanSummary(summary.shortText)),
      ...(details === undefined ? {} : { details }),
      ...(preserved === undefined ? {} : { preserved }),
    });
  };
  if (decision?.type !== "supply")
    return runSummarizers({
      summarizers: engine.summarizers(plan ?? null),
      rules: engine.summaries,
      request: guided(request, guidedBy(guidance, hook), redact),
      signal,
      accept: acceptChecked,
      failed: (by, error) => emit({ type: "summary-failed", by, error }),
    });
  const { details, text } = decision.summary;
  const supplied = text.toWellFormed();
  assertSuppliedFits(supplied, maxTokens, estimator.estimateText(supplied));
  return acceptChecked({ text: supplied, method: "supplied", attempts: [] }, details);
}

type Unlimited = WritingOrder["request"];

function requestOf(
  { engine, history, plan, request, viewBefore }: SummaryTask,
  redact: Redact,
): Omit<Made, "summary"> & { readonly request: Unlimited } {
  const { estimator } = engine;
  const { state: before } = visibleItems(history);
  const covered = plan.compacted.map((item) => redactItem(item, redact));
  const digestBefore = before?.digest ?? null;
  const known = digestBefore === null ? null : redactDigest(digestBefore, redact);
  const digest = digestOf(covered, known, {
    ...engine.digest,
    ...(before === null ? {} : { replacements: before.replacements }),
  });
  const maxDigestTokens = Math.floor(plan.summaryTokens * DIGEST_SHARE);
  const digestText = renderDigest(digest, { maxTokens: maxDigestTokens, estimator });
  const recallHint = recallHintWithin(engine, Math.floor(plan.summaryTokens * RECALL_HINT_SHARE));
  const start = plan.cut.splitTurn?.index ?? covered.length;
  const previous = summaryOf(before);
  return {
    digest,
    digestText,
    recallHint,
    request: {
      items: covered.slice(0, start),
      turnPrefix: covered.slice(start),
      kept: plan.kept.map((item) => redactItem(item, redact)),
      verbatimIds: plan.verbatim.ids.filter((id) => !plan.verbatim.truncatedIds.includes(id)),
      shortened: plan.shortened.map((item) => redactItem(item, redact)),
      previousSummary: previous === null ? null : redact(previous),
      previousState: before,
      live: {
        get view() {
          return viewBefore();
        },
        system: request.system ?? null,
        tools: request.tools ?? null,
        model: request.model ?? null,
      },
      digest,
      instructions: null,
      contextLines: [],
      prompt: null,
      shortText: false,
      maxTokens:
        plan.summaryTokens -
        estimator.estimateText(digestText) -
        estimator.estimateText(recallHint),
      estimator,
    },
  };
}

function recallHintWithin({ estimator, recallHint }: ResolvedOptions, maxTokens: number): string {
  return estimator.estimateText(recallHint) <= maxTokens ? recallHint : "";
}

function guided(request: Unlimited, guidance: Guidance, redact: Redact): Unlimited {
  const { contextLines = [], instructions, prompt = null, shortText = false } = guidance;
  return {
    ...request,
    instructions: instructions === undefined ? null : redact(instructions),
    contextLines: contextLines.map(redact),
    prompt: prompt === null ? null : redact(prompt),
    shortText,
  };
}

/** A redaction that goes on with the default where the host's own throws. */
export function withFallback(redact: Redact, emit: Emit): Redact {
  return (text) => {
    try {
      const redacted: unknown = redact(text);
      if (typeof redacted === "string") return redacted;
      throw new TypeError(`redact gave ${typeof redacted}: it should give a text`);
    } catch (error) {
      emit({ type: "hook-failed", error });
      return redactSecrets(text);
    }
  };
}

function assertSuppliedFits(text: string, maxTokens: number, tokens: number): void {
  if (text.trim() === "") throw summaryFailure("empty", "the summary (supplied) is empty");
  if (tokens > maxTokens)
    throw summaryFailure(
      "too-large",
      `the summary (supplied) takes ${tokens} tokens: it should take at most ${maxTokens}`,
    );
}
