import { styleText } from "node:util";
import type { SessionEvent } from "@cutpoint/session";
import type { DemoEvent } from "./demo-event.ts";
import { clipped, LINE_WIDTH } from "./layout.ts";

const INDENT = " ".repeat(5);
const TEXT_WIDTH = LINE_WIDTH - 20;
/** Lines of a summary that are printed. */
const MOST_LINES = 14;

/** Renders the start of a navigation, or the list of branches. */
export function branchLines(
  event: Extract<DemoEvent, { type: "leaving" | "branches" }>,
): readonly string[] {
  if (event.type === "leaving")
    return [
      "",
      `${INDENT}${edge("╭─")} ${styleText("bold", "leaving this branch")} for ${event.to}` +
        (event.withSummary ? ", with a summary" : ""),
    ];
  return [
    "",
    `${INDENT}${styleText("bold", "branches")}`,
    ...event.branches.map(
      ({ isActive, label, tipId }) =>
        `${INDENT}${isActive ? edge("●") : "○"} ${clipped(label ?? tipId, TEXT_WIDTH)}${isActive ? " (here)" : ""}`,
    ),
  ];
}

/** Renders a finished navigation with the summary of the branch that was left. */
export function navigationLines({
  entry,
}: Extract<SessionEvent, { type: "navigated" }>): readonly string[] {
  const summary = (entry.summary?.text ?? "").split("\n").filter((line) => line.trim() !== "");
  const [preamble, ...lines] = summary;
  const shown = lines.slice(0, MOST_LINES);
  const rest = lines.length - shown.length;
  return [
    ...(preamble === undefined ? [] : [preamble, ...shown]).map(
      (line) => `${INDENT}${edge("│")} ${styleText("dim", clipped(line, TEXT_WIDTH))}`,
    ),
    ...(rest > 0 ? [`${INDENT}${edge("│")} ${styleText("dim", `… ${rest} more lines`)}`] : []),
    `${INDENT}${edge("╰─")} continuing there`,
  ];
}

function edge(text: string): string {
  return styleText("cyan", text);
}
