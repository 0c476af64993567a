import { createTextIndex } from "../reading/text-index.ts";
import type { AnchorStatus, Inspection } from "../run/inspect-cut.ts";
import { escapeHtml } from "./markup.ts";

/** Lines around highlights that are not folded. */
const CONTEXT = 2;

type Span = {
  readonly from: number;
  readonly to: number;
  readonly status: AnchorStatus;
  readonly title: string;
};

/** Renders a history as HTML with highlighted anchors. Long parts without anchors are folded. */
export function markedHistory({ history, anchors }: Inspection): string {
  return history
    .map(({ role, text }, place) => {
      const spans = spansIn(text, anchors);
      const head = `<summary><b>${escapeHtml(role)}</b> <span class="dim">message ${place + 1}, ${text.length} characters${spans.length === 0 ? "" : `, ${spans.length} needed`}</span></summary>`;
      const body = spans.length === 0 ? plainBody(text) : foldedBody(text, spans);
      return `<details class="message ${escapeHtml(role)}"${spans.length > 0 ? " open" : ""}>${head}${body}</details>`;
    })
    .join("\n");
}

/** Renders a result with the same highlights. */
export function markedResult({ result, anchors }: Inspection): string {
  return result
    .map(({ role, text }, place) => {
      const spans = spansIn(text, anchors);
      return `<details class="message ${escapeHtml(role)}"${place === 0 ? " open" : ""}><summary><b>${escapeHtml(role)}</b> <span class="dim">${text.length} characters</span></summary><pre>${marked(text, 0, text.length, spans)}</pre></details>`;
    })
    .join("\n");
}

/** Returns the ranges of needed anchors. The longer of two overlapping ranges stays. */
function spansIn(text: string, anchors: Inspection["anchors"]): readonly Span[] {
  const index = createTextIndex(text);
  const all = anchors.flatMap((anchor) =>
    index.find(anchor.text).map((from) => ({
      from,
      to: from + anchor.text.length,
      status: anchor.status,
      title: `${anchor.status}: ${anchor.type}, first used in answer ${anchor.firstUse + 1} after the cut`,
    })),
  );
  const spans: Span[] = [];
  for (const span of all.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (span.from >= (spans.at(-1)?.to ?? 0)) spans.push(span);
  return spans;
}

function plainBody(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}

function foldedBody(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [from, to] of visibleRanges(text, spans)) {
    pieces.push(folded(text, at, from), `<pre>${marked(text, from, to, spans)}</pre>`);
    at = to;
  }
  return [...pieces, folded(text, at, text.length)].join("");
}

function folded(text: string, from: number, to: number): string {
  const hidden = text.slice(from, to);
  if (hidden.trim() === "") return "";
  const lines = hidden.split("\n").length;
  return `<details class="fold"><summary>… ${lines} ${lines === 1 ? "line" : "lines"}</summary><pre>${escapeHtml(hidden)}</pre></details>`;
}

/** Returns the lines around highlights as ranges of offsets. */
function visibleRanges(
  text: string,
  spans: readonly Span[],
): readonly (readonly [from: number, to: number])[] {
  const ranges: [from: number, to: number][] = [];
  for (const { from, to } of spans) {
    const start = lineBack(text, from, CONTEXT);
    const end = lineOn(text, to, CONTEXT);
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

function lineBack(text: string, from: number, lines: number): number {
  let at = from;
  for (let line = 0; line <= lines && at > 0; line += 1) at = text.lastIndexOf("\n", at - 1);
  return Math.max(0, at + (at > 0 ? 1 : 0));
}

function lineOn(text: string, to: number, lines: number): number {
  let at = to - 1;
  for (let line = 0; line <= lines; line += 1) {
    at = text.indexOf("\n", at + 1);
    if (at === -1) return text.length;
  }
  return at + 1;
}

function marked(text: string, from: number, to: number, spans: readonly Span[]): string {
  let html = "";
  let at = from;
  for (const span of spans) {
    if (span.from < at || span.to > to) continue;
    html += `${escapeHtml(text.slice(at, span.from))}<mark class="${span.status}" title="${escapeHtml(span.title)}">${escapeHtml(text.slice(span.from, span.to))}</mark>`;
    at = span.to;
  }
  return html + escapeHtml(text.slice(at, to));
}
