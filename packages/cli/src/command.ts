import { parseArgs } from "node:util";
import { isCutpointError } from "@cutpoint/core";
import { proveConformance } from "./conformance.ts";
import { type EvaluationOptions, evaluateTranscripts } from "./evaluation.ts";
import { compactCommand } from "./compact-command.ts";
import { exportCommand } from "./export-command.ts";
import { handoffCommand } from "./handoff-command.ts";
import { importCommand } from "./import-command.ts";
import { inspectCommand } from "./inspection.ts";
import { maintainCommand } from "./maintain-command.ts";
import type { SessionCommand } from "./session-command.ts";

/** Receives the lines of a command. */
export type Output = {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
};

const USAGE = `Usage: cutpoint conformance <module...> [--case <id>]... [--quiet]
       cutpoint eval [<transcript...>] [--method <module>]... [--arm <name>]... [--only <kind>]...
                     [--project <name>]... [--sample <n>] [--budget <share>]... [--rounds <n>]
                     [--judge <name>] [--details] [--json] [--html <file> [--inspect <id>]]
       cutpoint inspect <file|folder|-> [--table] [--html <file>] [--open] [--last <n>] [--json]
       cutpoint compact <file|-> --budget <tokens> [--summarizer <name>] [--format <name>] [--json]
       cutpoint handoff <file|-> --to claude-code|codex|pi|markdown [--budget <tokens>] [--json]
       cutpoint import <file|-> --to <store> [--json]
       cutpoint export <file|-> --format chat|responses|anthropic
       cutpoint maintain <store> [--delete-after <days>] [--evict-compacted | --move-compacted]
                     [--bucket <address>] [--pause <ms>] [--dry-run] [--json]

cutpoint conformance runs the conformance suite. Each module exports \`subjects\`, a list of
{ type, name, rig, expectedFailures? }. The type is store, searchable-store, evictable-store,
erasable-store, estimator, summarizer or adapter.

  --case <id>        run only this case (repeatable)
  --quiet            print failures and totals only

cutpoint eval measures how much methods of compaction keep of what is needed later. A transcript is
a file (.json, .json.gz), a session that the other commands read, or a folder of files.
Default: the folder in CUTPOINT_TRANSCRIPTS.

  --method <module>  add the methods, summarizers and policies that a module exports (repeatable)
  --arm <name>       run only this method (repeatable)
  --only <kind>      use only coding, service, chat or recorded transcripts (repeatable)
  --project <name>   use only transcripts of this project, or exclude it with !name (repeatable)
  --sample <n>       use at most n transcripts of each kind
  --budget <share>   set a budget as a share of the history, such as 0.1 (repeatable)
  --rounds <n>       also measure n compactions in a row
  --judge <name>     compare this method with the goals (default: cutpoint)
  --details          print the kept anchors by type and origin
  --json             print the means as JSON instead of the tables
  --html <file>      write a page with curves and one history
  --inspect <id>     show this transcript on the page

cutpoint inspect, compact, handoff, import and export read the sessions of other tools and message arrays
of providers. cutpoint maintain removes or moves old sessions and entries of a store.
cutpoint <command> --help prints the options of one command.
Example: cutpoint inspect ~/.claude/projects/my-project/1234.jsonl --html session.html

  --help             print this text

Exit codes: 0 success, 1 a case or a compaction failed or a control arm won, 2 invalid arguments or files.`;

/** Replaces control characters, with which a transcript or module could control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, "�");
}

/** Runs the command and returns its exit code. */
export async function runCommand(values: readonly string[], terminal: Output): Promise<number> {
  const output: Output = {
    print: (line) => terminal.print(printable(line)),
    printError: (line) => terminal.printError(printable(line)),
  };
  const own = SESSION_COMMANDS.get(values[0] ?? "");
  if (own !== undefined) return runSessionCommand(own, values, output);
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(values);
  } catch (error) {
    return mistake(error instanceof Error ? error.message : String(error), output);
  }
  const { values: flags } = parsed;
  const [command, ...paths] = parsed.positionals;
  if (flags.help || command === undefined) {
    output.print(USAGE);
    return flags.help ? 0 : 2;
  }
  try {
    switch (command) {
      case "conformance":
        if (paths.length === 0)
          return mistake("conformance needs the path of a module with subjects", output);
        return await proveConformance(
          paths,
          { quiet: flags.quiet, ...(flags.case === undefined ? {} : { only: flags.case }) },
          output,
        );
      case "eval":
        return await evaluateTranscripts(paths, evaluationOptions(flags), output);
      default:
        return mistake(
          `command is ${JSON.stringify(command)}: expected conformance, eval, ${[...SESSION_COMMANDS.keys()].join(", ")}`,
          output,
        );
    }
  } catch (error) {
    return mistake(error instanceof Error ? error.message : String(error), output);
  }
}

const SESSION_COMMANDS: ReadonlyMap<string, SessionCommand> = new Map([
  ["inspect", inspectCommand],
  ["compact", compactCommand],
  ["handoff", handoffCommand],
  ["import", importCommand],
  ["export", exportCommand],
  ["maintain", maintainCommand],
]);

async function runSessionCommand(
  { help, run }: SessionCommand,
  [name = "", ...values]: readonly string[],
  output: Output,
): Promise<number> {
  if (values.includes("--help") || values.includes("-h")) {
    output.print(help);
    return 0;
  }
  try {
    return await run(values, output);
  } catch (error) {
    if (isCutpointError(error) && error.code !== "invalid-input") {
      output.printError(`cutpoint: ${error.message}`);
      return 1;
    }
    const message = error instanceof Error ? error.message : String(error);
    return mistake(message, output, `cutpoint ${name}`);
  }
}

type Flags = ReturnType<typeof parse>["values"];

function evaluationOptions(flags: Flags): EvaluationOptions {
  const { method = [], arm = [], only = [], project = [], sample, budget = [], rounds } = flags;
  return {
    methods: method,
    arms: arm,
    only,
    projects: project,
    rounds: rounds === undefined ? null : numberIn("--rounds", rounds, 2, 20),
    judge: flags.judge,
    details: flags.details,
    json: flags.json,
    html: flags.html ?? null,
    inspect: flags.inspect ?? null,
    sample: sample === undefined ? null : numberIn("--sample", sample, 1, Number.MAX_SAFE_INTEGER),
    budgets: budget.map((share) => numberIn("--budget", share, 0, 1)),
  };
}

function numberIn(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= least && value <= most) return value;
  throw new Error(`${flag} is ${JSON.stringify(text)}: expected a number from ${least} to ${most}`);
}

const FLAGS = {
  case: { type: "string", multiple: true },
  quiet: { type: "boolean", default: false },
  method: { type: "string", multiple: true },
  arm: { type: "string", multiple: true },
  only: { type: "string", multiple: true },
  sample: { type: "string" },
  budget: { type: "string", multiple: true },
  project: { type: "string", multiple: true },
  rounds: { type: "string" },
  judge: { type: "string", default: "cutpoint" },
  details: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  html: { type: "string" },
  inspect: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

function parse(values: readonly string[]) {
  return parseArgs({ args: [...values], allowPositionals: true, options: FLAGS });
}

function mistake(message: string, { printError }: Output, command = "cutpoint"): number {
  printError(`cutpoint: ${message}`);
  printError(`Run ${command} --help for usage.`);
  return 2;
}
