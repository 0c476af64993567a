import type { Tuning } from "../replay/tune.ts";
import { escapeHtml } from "./markup.ts";
import { placeLabels } from "./place-labels.ts";
import { STYLE } from "./style.ts";

const WIDTH = 720;
const HEIGHT = 360;
const LEFT = 52;
const RIGHT = 190;
const TOP = 24;
const BOTTOM = 58;

/** Renders a self-contained HTML page: the picture of cost and retention, the table and the recommended policy. */
export function tuningPage(tuning: Tuning): string {
  const { policies, recommended, sessions, windowTokens } = tuning;
  const tokens = sessions.reduce((sum, session) => sum + session.tokens, 0);
  const rows = policies.map((one) => {
    const cells = [
      one.name,
      one.cost.toFixed(2),
      percent(one.kept),
      one.far === null ? "–" : percent(one.far),
      one.largestTokens.toLocaleString("en"),
      String(one.aboveWindow),
      one.compactions.toFixed(1),
      one === recommended ? "recommended" : one.isOnFrontier ? "yes" : "no",
    ];
    return `<tr class="${one.isOnFrontier ? "" : "control"}">${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  });
  const head = [
    "policy",
    "cost",
    "kept",
    "kept, far",
    "largest request",
    "above the window",
    "compactions",
    "frontier",
  ];
  const list = sessions.map(
    ({ id, tokens: own }) => `<li>${escapeHtml(id)}: ${own.toLocaleString("en")} tokens</li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Policies compared</title><style>${STYLE}${OWN_STYLE}</style></head><body>
<h1>Policies compared</h1>
<p class="dim">${sessions.length} ${sessions.length === 1 ? "session" : "sessions"}, ${tokens.toLocaleString("en")} tokens, replayed in a window of ${windowTokens.toLocaleString("en")} tokens with offline summaries.</p>
<figure><figcaption>What the views keep, by what the requests cost</figcaption>${picture(tuning)}</figure>
${recommended === null ? "<p>Every policy exceeded the window.</p>" : `<h2>Recommended: ${escapeHtml(recommended.name)}</h2><pre>${escapeHtml(JSON.stringify(recommended.policy, null, 2))}</pre>`}
<div class="wide"><table><tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr>${rows.join("")}</table></div>
<p class="dim">Cost: uncached input tokens for each token of conversation, without answers. Kept: what later messages need and the view keeps after a compaction. Far: the same, of what keeping only the newest messages would lose. Frontier: no other policy costs less and keeps as much.</p>
<details><summary>Sessions</summary><ul>${list.join("")}</ul></details>
</body></html>
`;
}

const OWN_STYLE = `
svg { max-width: 860px; } .point { color: var(--dim); } .point.frontier { color: var(--c0); } .point.best { color: var(--c1); }
.point circle { fill: currentColor; } 
.point text { fill: var(--ink); font-size: 13px; stroke: var(--panel); stroke-width: 4px; paint-order: stroke; }
.frontier-line { fill: none; stroke: var(--c0); stroke-width: 1.5; stroke-dasharray: 4 4; }
pre { margin: 12px 0 24px; padding: 12px; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
@media (max-width: 640px) { figure { overflow-x: auto; } svg { min-width: 620px; } }`;

function picture({ policies, recommended }: Tuning): string {
  const x = scale(
    policies.map(({ cost }) => cost),
    LEFT + 12,
    WIDTH - RIGHT,
  );
  const y = scale(
    policies.map(({ kept }) => kept),
    HEIGHT - BOTTOM - 12,
    TOP + 12,
  );
  const frontier = policies.filter((policy) => policy.isOnFrontier);
  const line = frontier.map(({ cost, kept }) => `${x.at(cost)},${y.at(kept)}`).join(" ");
  const marks = policies.map((one) => ({ one, at: { x: x.at(one.cost), y: y.at(one.kept) } }));
  const labels = placeLabels(marks.map(({ at, one }) => ({ ...at, text: one.name })));
  const points = marks.map(({ at, one }, place) => {
    const kind = one === recommended ? "best" : one.isOnFrontier ? "frontier" : "";
    const label = labels[place] ?? { x: at.x, y: at.y, anchor: "start" };
    return `<g class="point ${kind}"><circle cx="${at.x}" cy="${at.y}" r="6"/><text x="${label.x}" y="${label.y}" text-anchor="${label.anchor}">${escapeHtml(one.name)}</text></g>`;
  });
  const axes = [
    ...y.ticks.map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y.at(value)}" y2="${y.at(value)}"/><text x="${LEFT - 6}" y="${y.at(value) + 4}" text-anchor="end">${shortest(value * 100)} %</text>`,
    ),
    ...x.ticks.map(
      (value) =>
        `<text x="${x.at(value)}" y="${HEIGHT - BOTTOM + 30}" text-anchor="middle">${shortest(value)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">cost</text>`,
  ];
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Kept share by cost of each policy"><g class="axes">${axes.join("")}</g><polyline class="frontier-line" points="${line}"/>${points.join("")}</svg>`;
}

/** A linear scale over some values, with ticks at round numbers. */
function scale(
  values: readonly number[],
  from: number,
  to: number,
): { readonly at: (value: number) => number; readonly ticks: readonly number[] } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low || 1;
  const step = roundStep(span / 4);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return {
    at: (value) => Math.round((from + ((to - from) * (value - low)) / span) * 10) / 10,
    ticks:
      high === low ? [low] : Array.from({ length: count }, (_, place) => (first + place) * step),
  };
}

/** Returns 1, 2 or 5 times a power of ten, at most `step`. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * (step >= 5 * power ? 5 : step >= 2 * power ? 2 : 1);
}

/** Without zeros at the end, and without the error of binary fractions. */
function shortest(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
