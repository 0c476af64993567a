import { digestOf } from "../digest/digest.ts";
import { renderDigest } from "../digest/render-digest.ts";
import { CutpointError } from "../model/error.ts";
import type { Mark } from "../model/mark.ts";
import type { Plan } from "../plan/plan.ts";
import type { Summary } from "../summarize/summarizer.ts";
import type { Decision, Engine } from "./engine.ts";
import type { Made } from "./next-mark.ts";

/** How much of the summary's budget the file lists and other facts may take. */
const DIGEST_SHARE = 0.3;

/** A summary with the facts beside it, and what it took. */
export type MadeSummary = Made & { readonly summaryTokens: number } & Pick<
    Summary,
    "method" | "calls"
  >;

/**
 * Makes the summary that a plan asks for, or takes the one that the host supplied.
 *
 * @throws `summary-failed` where it is empty or takes more than the plan allows, `aborted`; whatever the summarizer
 * throws
 */
export async function makeSummary(
  engine: Engine,
  plan: Plan,
  before: Mark | null,
  decision: Decision | undefined,
  options: { readonly instructions?: string; readonly signal: AbortSignal },
): Promise<MadeSummary> {
  const { estimator } = engine;
  const digest = digestOf(plan.covered, before?.digest ?? null, {
    ...engine.digest,
    ...(before === null ? {} : { replaced: before.replaced }),
  });
  const maxDigestTokens = Math.floor(plan.summaryTokens * DIGEST_SHARE);
  const digestText = renderDigest(digest, { maxTokens: maxDigestTokens, estimator });
  const maxTokens = plan.summaryTokens - estimator.estimateText(digestText);
  const start = plan.cut.splitTurn?.index ?? plan.covered.length;
  const summary =
    decision?.type === "supply"
      ? { text: decision.summary.text, method: "supplied", calls: 0 }
      : await untilAborted(options.signal, () =>
          engine.summarizer.summarize(
            {
              covered: plan.covered.slice(0, start),
              turnPrefix: plan.covered.slice(start),
              kept: plan.kept,
              previousSummary: summaryOf(before),
              digest,
              instructions: options.instructions ?? null,
              maxTokens,
              estimator,
            },
            options.signal,
          ),
        );
  const text = summary.text.toWellFormed();
  const summaryTokens = estimator.estimateText(text);
  requireUsable(text, summaryTokens, maxTokens, summary.method);
  return {
    summary: text,
    digest,
    digestText,
    summaryTokens,
    method: summary.method,
    calls: summary.calls,
  };
}

function summaryOf(mark: Mark | null): string | null {
  const part = mark?.head.find((piece) => piece.kind === "summary")?.part;
  return part?.type === "text" ? part.text : null;
}

function requireUsable(text: string, tokens: number, maxTokens: number, method: string): void {
  if (text.trim() === "")
    throw new CutpointError("summary-failed", `the summary (${method}) is empty`);
  if (tokens > maxTokens)
    throw new CutpointError(
      "summary-failed",
      `the summary (${method}) takes ${tokens} tokens: it should take at most ${maxTokens}`,
    );
}

async function untilAborted<Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const aborted = (): CutpointError =>
    new CutpointError("aborted", "the compaction was cancelled", { cause: signal.reason });
  if (signal.aborted) throw aborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(aborted());
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
