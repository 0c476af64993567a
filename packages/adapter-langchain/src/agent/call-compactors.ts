import type { CompactionEvent } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { parsePolicy } from "@cutpoint/core/schema";
import { createRecentMap } from "@cutpoint/host-kit";
import {
  createLangChainCompactor,
  type LangChainCompactor,
  type LangChainCompactorOptions,
} from "../langchain-compactor.ts";
import { assertSizes } from "./assert-sizes.ts";
import { type CompactionSizes, withSizes } from "./context-size.ts";
import { reportProgress } from "./progress.ts";
import { traceCompaction } from "./trace-compaction.ts";
import { type SummaryModel, summarizerOf } from "./summary-model.ts";

export type CallCompactorOptions = LangChainCompactorOptions & CompactionSizes & SummaryModel;

/** The sizes whose compactors are kept. A compactor keeps no messages. */
const COMPACTORS = { entries: 16, characters: 0 };

/**
 * Creates a function that returns the compactor of a call. A call that has sizes of its own has another one.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createCallCompactors(
  options: CallCompactorOptions,
): (sizes: CompactionSizes | undefined) => LangChainCompactor {
  const {
    keep,
    model,
    onEvent,
    policy = {},
    summarizer,
    summaryPrompt,
    trigger,
    ...rest
  } = options;
  if (model !== undefined && summarizer !== undefined)
    throw invalidInput("model", model, "expected either model or summarizer");
  const own = summarizerOf({ model, summaryPrompt }) ?? summarizer;
  const create = (sizes: CompactionSizes): LangChainCompactor => {
    assertSizes(sizes);
    return createLangChainCompactor(
      {
        maxStateBytes: 65_536,
        ...rest,
        ...(own === undefined ? {} : { summarizer: own }),
        policy:
          typeof policy === "function"
            ? (request) => withSizes(policy(request), sizes)
            : withSizes(parsePolicy(policy), sizes),
        onEvent(event: CompactionEvent) {
          reportProgress(event);
          onEvent?.(event);
        },
      },
      traceCompaction,
    );
  };
  const common = create({ keep, trigger });
  const others = createRecentMap<LangChainCompactor>(COMPACTORS);
  return (called = {}) => {
    const sizes = { keep: called.keep ?? keep, trigger: called.trigger ?? trigger };
    if (sizes.keep === keep && sizes.trigger === trigger) return common;
    const key = JSON.stringify(sizes);
    const compactor = others.get(key) ?? create(sizes);
    others.set(key, compactor);
    return compactor;
  };
}
