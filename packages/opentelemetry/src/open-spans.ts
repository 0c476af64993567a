import type { Span } from "@opentelemetry/api";

/**
 * Compactions that are remembered. `prepare` of a compactor emits no final event, so its span ends after this many
 * others.
 */
const MAX_OPEN = 1000;

/** The span of a compaction that has not ended. */
export type OpenSpan = { readonly span: Span; readonly startedAt: number };

/** The spans of running compactions, by caller. */
export type OpenSpans = {
  get(key: string): OpenSpan | undefined;
  /** Replaces the open span of a caller. */
  add(key: string, open: OpenSpan): void;
  /** Forgets a span without ending it. */
  remove(key: string): void;
};

export function createOpenSpans(): OpenSpans {
  const spans = new Map<string, OpenSpan>();

  function end(key: string | undefined): void {
    if (key === undefined) return;
    spans.get(key)?.span.end();
    spans.delete(key);
  }

  return {
    get: (key) => spans.get(key),
    add(key, open) {
      end(key);
      if (spans.size === MAX_OPEN) end(spans.keys().next().value);
      spans.set(key, open);
    },
    remove: (key) => void spans.delete(key),
  };
}
