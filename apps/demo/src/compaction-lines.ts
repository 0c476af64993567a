import { styleText } from "node:util";
import { type Digest, type Item, type Receipt, textOf, toolCalls } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import { navigationLines } from "./branch-lines.ts";
import { clipped, number } from "./layout.ts";
import { describeCalls } from "./step-text.ts";

const BAR_WIDTH = 30;
const TEXT_WIDTH = 82;

/** Renders one event of a session as lines. The lines of one compaction form a frame. */
export function compactionLines(event: SessionEvent, windowTokens: number): readonly string[] {
  const row = (label: string, text: string): string =>
    `     ${edge("│")} ${styleText("dim", label.padEnd(9))} ${clipped(text, TEXT_WIDTH)}`;
  switch (event.type) {
    case "started":
      return [`     ${edge("╭─")} ${styleText("bold", "compacting")}: ${why(event)}`];
    case "planned": {
      const { compacted, compactedTokens, kept, keptTokens } = event.plan;
      return [
        row("compacted", `${compacted.length} items (${number(compactedTokens)} tokens)`),
        row("kept", `${kept.length} items (${number(keptTokens)} tokens), ${cutText(kept[0])}`),
      ];
    }
    case "summarized":
      return [row("summary", `${event.method}, ${number(event.summaryTokens)} tokens`)];
    case "applied":
      return [
        ...appliedRows(event, windowTokens).map(([label, text]) => row(label, text)),
        `     ${edge("╰─")} done`,
      ];
    case "prepared":
      return [`     ${edge("╰─")} prepared, not applied yet`];
    case "skipped":
      return [`     ${edge("╰─")} not compacted: ${event.why}`];
    case "cancelled":
      return [`     ${edge("╰─")} cancelled`];
    case "failed":
      return [`     ${edge("╰─")} ${clipped(event.message, TEXT_WIDTH)}`];
    case "summary-failed":
      return [row("failed", `${event.by}: ${event.error.message}`)];
    case "pruned":
      return event.steps.map((step) =>
        row(
          "pruned",
          `${step.ids.length} items (${step.name}), ${number(step.savedTokens)} tokens`,
        ),
      );
    case "gave-up":
      return [
        row("gave up", `${number(event.breakdown.itemTokens)} tokens of items cannot be compacted`),
      ];
    case "navigated":
      return navigationLines(event);
    case "hook-failed":
    case "recovered":
    case "thinking-dropped":
    case "unknown-window":
    case "policy-adjusted":
    case "state-not-found":
    case "state-not-stored":
    case "near-limit":
    case "turn-ended":
      return [];
  }
}

function appliedRows(
  { receipt, state }: Extract<SessionEvent, { type: "applied" }>,
  windowTokens: number,
): readonly (readonly [label: string, text: string])[] {
  const { tokensBefore, tokensAfter, splitTurnId } = receipt;
  const [before, after] = [tokensBefore, tokensAfter].map(
    (tokens) => `${sizeBar(tokens, windowTokens)} ${number(tokens)}`,
  );
  return [
    [
      "cut",
      splitTurnId === null ? "between two turns" : "inside a turn, its start is in the summary",
    ],
    ["digest", digestText(state.digest)],
    ["spent", spentText(receipt)],
    ["tokens", `${before} → ${after}`],
  ];
}

function why({ reason, tokensBefore }: Extract<SessionEvent, { type: "started" }>): string {
  const size = `${number(tokensBefore)} tokens`;
  if (reason === "threshold") return `${size} reach the trigger`;
  return reason === "overflow" ? `${size} were refused as too large` : size;
}

function cutText(firstKept: Item | undefined): string {
  if (firstKept === undefined) return "nothing";
  const { message } = firstKept;
  const calls = toolCalls(message);
  if (calls.length > 0) return `from the step that ${describeCalls(calls)}`;
  return `from the ${message.role}'s "${textOf(message).replaceAll(/\s+/g, " ")}"`;
}

function digestText(digest: Digest | null): string {
  if (digest === null) return "empty";
  const { filesRead, filesModified, searches, commands } = digest;
  const newest = filesRead.slice(-2).map((path) => path.split("/").at(-1));
  return [
    `${filesRead.length} files read${newest.length > 0 ? ` (… ${newest.join(", ")})` : ""}`,
    `${filesModified.length} modified`,
    `${searches.length} searches`,
    `${commands.length} commands`,
  ].join(", ");
}

function spentText({ cost, method }: Receipt): string {
  const calls = cost.summaryCalls;
  const { inputTokens, outputTokens } = cost.summaryUsage;
  const spent = `${number(inputTokens)} tokens in, ${number(outputTokens)} out`;
  return `${calls === 1 ? "1 call" : `${calls} calls`}, ${spent} (${method})`;
}

function sizeBar(tokens: number, windowTokens: number): string {
  return "■".repeat(Math.min(BAR_WIDTH, Math.round((tokens / windowTokens) * BAR_WIDTH)));
}

function edge(text: string): string {
  return styleText("yellow", text);
}
