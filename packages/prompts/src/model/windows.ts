import type { Item, TokenEstimator } from "@cutpoint/core";
import { type TranscriptOptions, transcriptText, truncateMiddle } from "@cutpoint/core/kit";

export type FoldOptions = TranscriptOptions & {
  /** The most that a window's text may take, measured by `estimator` on the text itself. */
  readonly maxTokens: number;
  readonly estimator: TokenEstimator;
};

/** A part of a conversation as text, with the items that it tells. */
export type TranscriptWindow = {
  readonly text: string;
  readonly items: readonly Item[];
  readonly tokens: number;
  /** An item that was too large for a window of its own: its text is shown head and tail. */
  readonly clampedId: string | null;
};

/**
 * A conversation as texts that each fit into `maxTokens`, parted between messages only: for a summarizer whose window
 * is smaller than what it has to read. Items that tell nothing are with the window before them.
 *
 * Costs O(text).
 */
export function foldTranscript(
  items: readonly Item[],
  options: FoldOptions,
): readonly TranscriptWindow[] {
  const { maxTokens, estimator } = options;
  const windows: TranscriptWindow[] = [];
  let open: { texts: string[]; items: Item[]; tokens: number } = {
    texts: [],
    items: [],
    tokens: 0,
  };
  const close = (): void => {
    if (open.items.length > 0)
      windows.push(...windowsOf(open.texts.join("\n\n"), open.items, options));
    open = { texts: [], items: [], tokens: 0 };
  };
  for (const item of items) {
    const text = transcriptText([item], options);
    const tokens = text === "" ? 0 : estimator.estimateText(`${text}\n\n`);
    if (open.tokens + tokens > maxTokens && open.tokens > 0) close();
    if (text !== "") open.texts.push(text);
    open.items.push(item);
    open.tokens += tokens;
  }
  close();
  return windows;
}

/** The window of some items; where the whole is larger than its parts, two; a single item is clamped. */
function windowsOf(
  text: string,
  items: readonly Item[],
  options: FoldOptions,
): readonly TranscriptWindow[] {
  const { maxTokens, estimator } = options;
  const tokens = estimator.estimateText(text);
  if (tokens <= maxTokens) return [{ text, items, tokens, clampedId: null }];
  if (items.length > 1) {
    const half = Math.ceil(items.length / 2);
    return [items.slice(0, half), items.slice(half)].flatMap((part) =>
      windowsOf(transcriptText(part, options), part, options),
    );
  }
  const clamped = clampedTo(text, tokens, options);
  return [
    {
      text: clamped,
      items,
      tokens: estimator.estimateText(clamped),
      clampedId: items[0]?.id ?? null,
    },
  ];
}

function clampedTo(text: string, tokens: number, { maxTokens, estimator }: FoldOptions): string {
  let characters = Math.floor((text.length * maxTokens) / tokens);
  for (let attempt = 0; attempt < 12 && characters > 0; attempt += 1) {
    const clamped = truncateMiddle(text, characters);
    const taken = estimator.estimateText(clamped);
    if (taken <= maxTokens) return clamped;
    characters = Math.floor(characters * Math.min(0.9, maxTokens / taken));
  }
  return "";
}
