import type { FitResult } from "@cutpoint/core";
import { RunnableLambda } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { getConfig, type LangGraphRunnableConfig } from "@langchain/langgraph";

/** LangGraph does not stream the output of runs with one of the first two tags. */
const TAGS = ["langsmith:nostream", "nostream", "cutpoint:compaction"];

/**
 * Makes a compaction a run of its own inside the current run, for tracers such as LangSmith. Its output is the receipt,
 * or the outcome if nothing was compacted.
 */
export async function traceCompaction(compact: () => Promise<FitResult>): Promise<FitResult> {
  const config = getConfig();
  if (config === undefined) return compact();
  let fitted: Promise<FitResult> | undefined;
  const run = RunnableLambda.from(
    async (_input: object, { callbacks }: LangGraphRunnableConfig) => {
      // The config of a runnable has no writer, which progress is reported to.
      const own = { ...config, callbacks };
      fitted = AsyncLocalStorageProviderSingleton.runWithConfig<Promise<FitResult>>(own, compact);
      const { outcome } = await fitted;
      return outcome.type === "compacted" ? outcome.receipt : { outcome: outcome.type };
    },
  );
  await run.invoke({}, { ...config, runName: "cutpoint compaction", tags: TAGS });
  return fitted ?? compact();
}
