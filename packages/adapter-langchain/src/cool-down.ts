import { isCutpointError, type Summarizer } from "@cutpoint/core";
import { summaryFailure } from "@cutpoint/core/kit";

const FIRST_MS = 60_000;
const MAX_MS = 32 * FIRST_MS;

/**
 * Rests a summarizer whose model is unavailable or times out, so that not every compaction waits for the retries of its
 * client: for a minute after the first failure, twice as long after each further one, at most 32 minutes.
 *
 * While it rests, `summarize` rejects at once, and the next summarizer of the list is called.
 */
export function withCoolDown(summarizer: Summarizer): Summarizer {
  let failures = 0;
  let restsUntil = 0;
  return {
    ...summarizer,
    async summarize(request, signal) {
      const restMs = restsUntil - Date.now();
      if (restMs > 0)
        throw summaryFailure(
          "unavailable",
          `${summarizer.name} failed before: it is called again in ${Math.ceil(restMs / 1000)} s`,
        );
      try {
        const summary = await summarizer.summarize(request, signal);
        failures = 0;
        return summary;
      } catch (error) {
        if (isUnavailable(error)) {
          restsUntil = Date.now() + Math.min(MAX_MS, FIRST_MS * 2 ** failures);
          failures += 1;
        }
        throw error;
      }
    },
  };
}

function isUnavailable(error: unknown): boolean {
  const fault = isCutpointError(error, "summary-failed") ? error.failure?.fault : undefined;
  return fault === "unavailable" || fault === "timeout";
}
