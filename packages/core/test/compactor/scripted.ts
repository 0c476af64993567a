import type { CompactionEvent } from "../../src/compactor/events.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import { CutpointError } from "../../src/message/error.ts";
import { textOf } from "../../src/message/message.ts";
import type { Summarizer, SummaryRequest } from "../../src/summary/summarizer.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";

/** A summarizer that answers with a text, or with what a function makes of the request; `requests` is what it got. */
export function scripted(
  answer: string | ((request: SummaryRequest) => string) = "what was said before",
): Summarizer & { readonly requests: SummaryRequest[] } {
  const requests: SummaryRequest[] = [];
  return {
    name: "scripted",
    requests,
    summarize: (request) => {
      requests.push(request);
      const text = typeof answer === "string" ? answer : answer(request);
      return Promise.resolve({ text, method: "scripted", calls: 1 });
    },
  };
}

/** A summarizer without a model that quotes the start of each message, newest first, as far as its limit allows. */
export function quoting(): Summarizer {
  return {
    name: "quoting",
    offline: true,
    summarize: ({ estimator, items, maxTokens, turnPrefix }) => {
      let text = "";
      for (const { message } of [...items, ...turnPrefix].toReversed()) {
        const line = `- ${textOf(message).slice(0, 100)}\n`;
        if (estimator.estimateText(text + line) > maxTokens) break;
        text += line;
      }
      return Promise.resolve({ text, method: "quoting", calls: 0 });
    },
  };
}

/** A summarizer that cannot. */
export function failing(): Summarizer {
  return {
    name: "failing",
    summarize: () => Promise.reject(new CutpointError("summary-failed", "the model is away")),
  };
}

/** A summarizer that never answers. */
export function hanging(): Summarizer {
  return { name: "hanging", summarize: () => new Promise(() => undefined) };
}

/** An engine that counts four characters a token, with a scripted summarizer, and a list of what it tells. */
export function engine(
  options: Partial<CompactorOptions> = {},
): CompactorOptions & { readonly events: CompactionEvent[] } {
  const events: CompactionEvent[] = [];
  return {
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    summarizer: scripted(),
    onEvent: (event) => events.push(event),
    ...options,
    events,
  };
}
