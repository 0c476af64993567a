import type { TokenEstimator } from "../tokens/estimator.ts";
import { longestThatFits } from "../tokens/longest-that-fits.ts";
import { outlineOf } from "./outline.ts";

/** The result to show in part. */
export type PreviewOptions = {
  readonly callId: string;
  /** The arguments of the call, as JSON text. */
  readonly written: string;
  /** The size of the whole text. */
  readonly tokens: number;
  readonly maxTokens: number;
  readonly canRecall: boolean;
  readonly estimator: TokenEstimator;
};

/** The shares of a preview. The outline takes the rest, and leaves to both what it does not need. */
const HEAD_SHARE = 0.35;
const TAIL_SHARE = 0.2;

/** The note and the frame of the outline, in tokens. */
const FRAME_TOKENS = 110;

/** A cut is moved to a line break if that costs at most this share of the text. */
const LINE_SHARE = 0.25;

/** Returns the head and the tail of a text, and an outline of what is between them. */
export function previewOf(text: string, options: PreviewOptions): string {
  const room = Math.max(1, options.maxTokens - FRAME_TOKENS);
  const [head, tail] = [room * HEAD_SHARE, room * TAIL_SHARE];
  const first = render(text, head, tail, options);
  const spare = first.left / (head + tail);
  const second = render(text, head * (1 + spare), tail * (1 + spare), options);
  return second.left < 0 ? first.shown : second.shown;
}

function render(
  text: string,
  headTokens: number,
  tailTokens: number,
  options: PreviewOptions,
): { readonly shown: string; readonly left: number } {
  const { callId, canRecall, estimator, maxTokens, written } = options;
  const head = within(headTokens, options, text, startOf);
  const tail = within(tailTokens, options, text, endOf);
  const [from, to] = [head.length, text.length - tail.length];
  const call = `{ "result": ${JSON.stringify(callId)}, "from": ${from} }`;
  const note =
    `[This result has ${numeral(text.length)} characters. ` +
    `Characters ${numeral(from)} to ${numeral(to)} are shown as an outline, with positions.` +
    `${canRecall ? ` The tool recall returns them: ${call}.` : ""}]`;
  const framed = (lines: readonly string[]): string =>
    [note, head.trimEnd(), "[outline]", ...lines, "[end of the outline]", tail.trimStart()].join(
      "\n",
    );
  let left = maxTokens - estimator.estimateText(framed([]));
  const lines: string[] = [];
  for (const line of outlineOf(text, { from, to, written })) {
    const cost = estimator.estimateText(line) + 1;
    if (cost > left) break;
    left -= cost;
    lines.push(line);
  }
  return { shown: framed(lines).toWellFormed(), left };
}

function numeral(count: number): string {
  return count.toLocaleString("en-US");
}

/** Returns as much of one end of a text as fits. */
function within(
  maxTokens: number,
  { estimator, tokens }: PreviewOptions,
  text: string,
  cut: (text: string, length: number) => string,
): string {
  const length = Math.floor((maxTokens * text.length) / tokens);
  return longestThatFits((shown) => cut(text, shown), { length, maxTokens, estimator });
}

function startOf(text: string, length: number): string {
  const end = text.lastIndexOf("\n", length);
  return text.slice(0, end >= length * (1 - LINE_SHARE) ? end + 1 : length);
}

function endOf(text: string, length: number): string {
  const from = text.length - length;
  const start = text.indexOf("\n", from);
  return text.slice(start !== -1 && start < from + length * LINE_SHARE ? start + 1 : from);
}
