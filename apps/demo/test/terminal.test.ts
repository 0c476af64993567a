import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "@cutpoint/session";
import { closingTable } from "../src/closing-table.ts";
import { compactionLines } from "../src/compaction-lines.ts";
import { wrapped } from "../src/layout.ts";
import type { Report } from "../src/report.ts";
import { describeCalls } from "../src/step-text.ts";
import { createTerminal } from "../src/terminal.ts";
import { windowBar } from "../src/window-bar.ts";

describe("the bar of the window", () => {
  test.each([
    [{ tokens: 100, system: 10, summary: 20, kept: 30, new: 40 }, "█▓▓▒▒▒░░░░"],
    [{ tokens: 50, system: 10, summary: 0, kept: 30, new: 10 }, "█▒▒▒░·····"],
    [{ tokens: 16, system: 4, summary: 4, kept: 4, new: 4 }, "▓░········"],
    [{ tokens: 0, system: 0, summary: 0, kept: 0, new: 0 }, "··········"],
    [{ tokens: 150, system: 10, summary: 20, kept: 30, new: 90 }, "█▓▓▒▒▒░░░░"],
  ])("%j is %s", (shares, bar) => {
    expect(stripVTControlCharacters(windowBar(shares, 100, 10))).toBe(bar);
  });

  test.each([
    [[30, 60], "█▓┃▒▒┃░░░░"],
    [[100], "█▓▓▒▒▒░░░┃"],
    [[1, 12], "┃▓▓▒▒▒░░░░"],
  ])("cache points behind %j tokens: %s", (cachePoints, bar) => {
    const shares = { tokens: 100, system: 10, summary: 20, kept: 30, new: 40 };
    expect(stripVTControlCharacters(windowBar(shares, 100, 10, cachePoints))).toBe(bar);
  });
});

test("a line per request with its number, bar, tokens, share and action", () => {
  const lines: string[] = [];
  const terminal = createTerminal({
    windowTokens: 16_000,
    questions: 1,
    write: (line) => lines.push(stripVTControlCharacters(line)),
  });
  const shares = { tokens: 8_000, system: 800, summary: 3_200, kept: 2_400, new: 1_600 };
  terminal({ type: "request", shares, cachePoints: [], action: `reads ${"long/".repeat(30)}` });
  expect(lines).toEqual([
    expect.stringMatching(/^ {3}1 ██▓{8}▒{6}░{4}·{20} {3}8,000 {2}50 %  reads long\/.*…$/),
  ]);
  expect(lines[0]!.length).toBeLessThanOrEqual(100);
});

test("a compaction is rendered from its events", () => {
  const run = { sessionId: "s", reason: "threshold", willRetry: false } as const;
  const started: SessionEvent = { type: "started", ...run, tokensBefore: 12_345 };
  const failed: SessionEvent = { type: "skipped", ...run, why: "not-smaller" };
  expect([started, failed].flatMap((event) => compactionLines(event, 16_000)).map(plain)).toEqual([
    "     ╭─ compacting: 12,345 tokens reach the trigger",
    "     ╰─ not compacted: not-smaller",
  ]);
});

test("the closing table contains costs and results", () => {
  const report: Report = {
    window: 16_000,
    model: "planner",
    requests: [{ tokens: 12_000, system: 1, summary: 1, kept: 1, new: 1 }],
    compactions: [],
    refused: 0,
    toolCalls: 81,
    answers: { asked: 26, right: 26 },
    findings: { asked: 8, found: 8, fromContext: 3, fromSearch: 5 },
    wholeConversation: 64_000,
    log: null,
  };
  const text = closingTable(report).map(plain).join("\n");
  expect(text).toContain("requests          1, none refused");
  expect(text).toContain("largest request   12,000 of 16,000 tokens (75 %)");
  expect(text).toContain("64,000 tokens in the last request, 4.0 times the window");
  expect(text).toContain("8 asked for, 8 found: 3 in the context, 5 by searching the log");
  expect(text).toContain("deleted after this run");
  expect(text).not.toContain("show the answers");
});

test.each([
  ["read_file", { path: "a/b/c.ts", from_line: 1, to_line: 9 }, "reads b/c.ts 1-9"],
  ["list_files", { path: "a/b/c" }, "lists b/c"],
  ["grep", { pattern: "x", path: "a" }, "greps x in a"],
  ["run_command", { command: "wc -l a/b/c.ts d" }, "runs wc -l b/c.ts …"],
  ["search_history", { query: "Finding 1:" }, "searches the log for Finding 1:"],
  ["dance", { steps: 3 }, "dance"],
])("%s %j is described as: %s", (name, values, text) => {
  expect(describeCalls([{ name, arguments: JSON.stringify(values) }])).toBe(text);
});

test("arguments that are not JSON, and several calls", () => {
  const call = { name: "grep", arguments: "{" };
  expect(describeCalls([call, call, call])).toBe("grep and 2 more");
});

test("words are wrapped, and a word that is too long is cut", () => {
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapped("a abcdefghij", 4)).toEqual(["a", "abcd", "efgh", "ij"]);
});

function plain(line: string): string {
  return stripVTControlCharacters(line);
}
