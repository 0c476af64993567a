import type { ToolRun } from "@cutpoint/core/kit";

/** Lines that Codex adds to the output of a command. The outcome is part of the label. */
export const RUNNER_LINE: RegExp =
  /^(?:Chunk ID: \w+|Wall time: [\d.]+ seconds|(?:Process exited with|[Ee]xit) code:? \d+|(?:Original token count|Total output lines): \d+|Output:)$/u;

const READ_ONLY_PROGRAMS: ReadonlySet<string> = new Set(
  "ls cat head tail sed grep rg find nl wc pwd echo cd which tree less awk stat file jq sleep printf".split(
    " ",
  ),
);

const LOOKS: ReadonlySet<ToolRun["kind"]> = new Set(["read", "search", "memory"] as const);
const READ_ONLY_ACTION =
  /(?<![\w-])(?:blame|capture|checks|diff|list|log|ls-files|ls-remote|rev-list|rev-parse|search|show|status|view|--help|--version)(?![\w-])/u;
const PROGRAM = /^(?:cd [^&;]+(?:&&|;)\s*)?([\w.-]+)(?: -C \S+)?((?: [\w-]+){0,2})/u;

/** Returns whether a call only looks: it reads, searches, or runs a command that changes and checks nothing. */
export function isLook({ command = "", kind }: ToolRun): boolean {
  if (kind !== "command") return LOOKS.has(kind);
  const [, program = "", actions = ""] = PROGRAM.exec(command.trim()) ?? [];
  return READ_ONLY_PROGRAMS.has(program) || READ_ONLY_ACTION.test(actions);
}

/** Returns whether a call succeeded and does more than look. */
export function isWork(run: ToolRun): boolean {
  return !run.failed && !isLook(run);
}
