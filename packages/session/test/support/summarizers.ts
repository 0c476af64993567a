import { CutpointError, type Summarizer, type SummaryRequest, textOf } from "@cutpoint/core";

/** A summarizer that returns a text, or the result of a function of the request. `requests` lists its requests. */
export function scripted(
  answer: string | ((request: SummaryRequest) => string) = "what was said before",
): Summarizer & { readonly requests: SummaryRequest[] } {
  const requests: SummaryRequest[] = [];
  return {
    name: "scripted",
    requests,
    async summarize(request) {
      requests.push(request);
      const text = typeof answer === "string" ? answer : answer(request);
      return { text, method: "scripted", calls: 1 };
    },
  };
}

/** A summarizer that calls no model: the beginnings of the first two user messages, within the request's limit. */
export function offline(): Summarizer {
  return {
    name: "offline",
    offline: true,
    async summarize({ estimator, items, maxTokens, turnPrefix }) {
      const openings = [...items, ...turnPrefix]
        .filter(({ message }) => message.role === "user")
        .slice(0, 2)
        .map(({ message }) => textOf(message).slice(0, 50));
      let text = `Said before: ${openings.join(" | ")}`;
      while (estimator.estimateText(text) > maxTokens) text = text.slice(0, -10);
      return { text, method: "offline", calls: 0 };
    },
  };
}

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

/** A summarizer that reports when and how often it is called, and waits for `release`. */
export function gated(): Summarizer & {
  readonly started: Promise<void>;
  release(): void;
  calls: number;
} {
  const opened = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  return {
    name: "gated",
    calls: 0,
    started: started.promise,
    release: opened.resolve,
    async summarize() {
      this.calls += 1;
      started.resolve();
      await opened.promise;
      return { text: "what was said before", method: "gated", calls: 1 };
    },
  };
}
