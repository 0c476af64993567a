import { styleText } from "node:util";
import { LINE_WIDTH, number, wrapped } from "./layout.ts";
import type { Report } from "./report.ts";

const LABEL_WIDTH = 18;

/** Renders the table at the end of a run: costs and results. */
export function closingTable(report: Report): readonly string[] {
  const lines = rows(report).flatMap(([label, text]) => rowLines(label, text));
  const look =
    report.log?.endsWith(".jsonl") === true
      ? [styleText("bold", "show the answers with"), `  ${lookCommand(report.log)}`]
      : [];
  return ["", ...lines, ...look];
}

/** Returns a command that prints the answers in a log. The pattern shortens the file name to its unique part. */
function lookCommand(log: string): string {
  const file = log.replace(/-[0-9a-f]{32}\.jsonl$/, "*");
  return String.raw`grep -oE '"text":"Finding [0-9]+: ([^"\\]|\\.)*' ${file}`;
}

function rows(report: Report): readonly (readonly [label: string, text: string])[] {
  const { findings, answers, log, failure, window } = report;
  const largest = Math.max(0, ...report.requests.map(({ tokens }) => tokens));
  const share = Math.round((largest / window) * 100);
  const refused = report.refused === 0 ? "none refused" : `${report.refused} refused`;
  return [
    ["requests", `${number(report.requests.length)}, ${refused}`],
    ["tool calls", `${number(report.toolCalls)} in the whole conversation`],
    ["compactions", number(report.compactions.length)],
    ...branches(report),
    ["largest request", `${number(largest)} of ${number(window)} tokens (${share} %)`],
    ["without Cutpoint", withoutCutpoint(report)],
    ["answers", `${answers.right} of ${answers.asked} right`],
    ["early findings", `${findings.asked} asked for, ${findings.found} found${sources(findings)}`],
    ["the log", log ?? "deleted after this run"],
    ...(failure === undefined ? [] : ([["ended early", failure]] as const)),
  ];
}

function branches({ navigations }: Report): readonly (readonly [string, string])[] {
  if (navigations === undefined) return [];
  const { all, withSummary } = navigations;
  return [["branches left", `${all}, ${withSummary} with a summary`]];
}

function withoutCutpoint({ wholeConversation, window }: Report): string {
  const times = (wholeConversation / window).toFixed(1);
  return `${number(wholeConversation)} tokens in the last request, ${times} times the window`;
}

function sources({ found, fromContext, fromSearch }: Report["findings"]): string {
  return found === 0 ? "" : `: ${fromContext} in the context, ${fromSearch} by searching the log`;
}

function rowLines(label: string, text: string): readonly string[] {
  const head = styleText("bold", label.padEnd(LABEL_WIDTH));
  const [first = "", ...rest] = wrapped(text, LINE_WIDTH - LABEL_WIDTH);
  return [`${head}${first}`, ...rest.map((line) => `${" ".repeat(LABEL_WIDTH)}${line}`)];
}
