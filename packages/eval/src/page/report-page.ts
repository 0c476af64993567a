import { judge } from "../report/goals.ts";
import { budgetText, MEASURE_TITLES, percent } from "../report/table.ts";
import { verdictCells } from "../report/verdict-lines.ts";
import type { MeasureName } from "../run/row.ts";
import type { Summary } from "../run/summarize-rows.ts";
import { curveChart, type Style } from "./curves.ts";
import { escapeHtml } from "./markup.ts";
import { STYLE } from "./style.ts";

export type ReportPage = {
  readonly summaries: readonly Summary[];
  /** Method that is compared with the goals. */
  readonly judged: string;
};

const CURVES: readonly MeasureName[] = [
  "quality",
  "total",
  "far",
  "relation",
  "user",
  "lastUser",
  "rareWords",
  "evidence",
];
const COLORS = 8;

/** Renders a self-contained HTML page: goals, curves and tables. */
export function reportPage({ summaries, judged }: ReportPage): string {
  const once = summaries.filter(({ rounds }) => rounds === 1);
  const styles = stylesOf(once);
  const kinds = Map.groupBy(summaries, ({ kind }) => kind);
  const sections = [...kinds].map(([kind, own]) => kindSection(kind, own, styles));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Compaction report</title><style>${STYLE}</style></head><body>
<h1>Compaction report</h1>
<p class="dim">Percent of what the rest of each transcript needs. The oracle knows the future and shows the upper limit. Control arms must lose.</p>
${legend(styles)}
${verdictTable(summaries, judged)}
${sections.join("\n")}
<script>${SCRIPT}</script></body></html>
`;
}

const SCRIPT = `
for (const button of document.querySelectorAll(".legend button"))
  button.addEventListener("click", () => {
    const shown = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(shown));
    for (const curve of document.querySelectorAll(".curve"))
      if (curve.dataset.method === button.dataset.method) curve.classList.toggle("off", !shown);
  });
`;

function stylesOf(summaries: readonly Summary[]): readonly Style[] {
  const roles = new Map(summaries.map(({ method, role }) => [method, role]));
  let index = 0;
  return [...roles].map(([method, role]) => ({
    method,
    role,
    index: role === "method" ? index++ % COLORS : 0,
  }));
}

function legend(styles: readonly Style[]): string {
  const buttons = styles.map(
    ({ method, role, index }) =>
      `<button type="button" aria-pressed="true" data-method="${escapeHtml(method)}"><i class="${role} ${role === "method" ? `c${index}` : ""}"></i>${escapeHtml(method)}</button>`,
  );
  return `<nav class="legend" aria-label="Methods">${buttons.join("")}</nav>`;
}

function verdictTable(summaries: readonly Summary[], judged: string): string {
  const verdicts = judge(summaries, judged);
  if (verdicts.length === 0) return "";
  const reached = verdicts.filter(({ isReached }) => isReached).length;
  const rows = verdicts.map((verdict) => {
    const { isReached } = verdict;
    const cells = verdictCells(verdict).map((cell) => `<td>${escapeHtml(cell)}</td>`);
    return `<tr>${cells.join("")}<td class="${isReached ? "pass" : "short"}">${isReached ? "pass" : "short"}</td></tr>`;
  });
  return `<h2>Goals</h2><details><summary>${escapeHtml(judged)}: ${reached} of ${verdicts.length} reached</summary><div class="wide"><table><tr><th>kind</th><th>measure</th><th>reached</th><th>goal</th><th></th></tr>${rows.join("")}</table></div></details>`;
}

function kindSection(
  kind: string,
  summaries: readonly Summary[],
  styles: readonly Style[],
): string {
  const once = summaries.filter(({ rounds }) => rounds === 1);
  const isCurve = new Set(once.flatMap(({ share }) => share ?? [])).size > 1;
  const charts = isCurve ? CURVES.map((measure) => curveChart(once, measure, styles)) : [];
  return `<h2>${escapeHtml(kind)}</h2><div class="charts">${charts.join("")}</div>
<details${isCurve ? "" : " open"}><summary>All figures</summary>${[...Map.groupBy(summaries, ({ share }) => share)].map(([share, block]) => figuresTable(share, block)).join("")}</details>`;
}

function figuresTable(share: number | null, block: readonly Summary[]): string {
  const names = (Object.keys(MEASURE_TITLES) as MeasureName[]).filter((name) =>
    block.some(({ measures }) => measures[name] !== null),
  );
  const head = ["", ...names.map((name) => MEASURE_TITLES[name]), "invalid"];
  const rows = block.map(({ method, rounds, role, measures, invalid }) => {
    const title = rounds === 1 ? method : `${method}, ${rounds} rounds`;
    const cells = [title, ...names.map((name) => percent(measures[name])), percent(invalid)];
    return `<tr class="${role}">${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  });
  return `<p class="dim">${budgetText(share)}, ${block[0]?.cuts ?? 0} cuts</p><div class="wide"><table><tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr>${rows.join("")}</table></div>`;
}
