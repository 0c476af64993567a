import { parseArgs } from "node:util";
import { proveConformance } from "./conformance.ts";
import { type EvaluationOptions, evaluateTranscripts } from "./evaluation.ts";

/** Where a command says what it has to say, line by line. */
export type Output = {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
};

const USAGE = `Usage: cutpoint conformance <rig...> [--case <id>]... [--quiet]
       cutpoint eval [<transcript...>] [--method <module>]... [--arm <name>]... [--only <kind>]...
                     [--project <name>]... [--sample <n>] [--budget <share>]... [--rounds <n>]
                     [--judge <name>] [--details] [--html <file> [--inspect <id>]]

conformance runs the conformance suite over what each module names in its export \`subjects\`: a list
of { type, name, rig, expectedFailures? }, where type is store, searchable-store, evictable-store,
erasable-store, estimator, summarizer or adapter.

  --case <id>        only this case; may be given several times
  --quiet            only what is not as it should be, and the counts

eval measures how much each method keeps of what the future of a transcript needs. A transcript is a
file (.json, .json.gz, or .jsonl of a log) or a folder of files; without one, the folder that
CUTPOINT_TRANSCRIPTS names is taken.

  --method <module>  also what this module exports: methods, summarizers, policies
  --arm <name>       only this method; may be given several times
  --only <kind>      only coding, service, chat or recorded transcripts
  --project <name>   only transcripts of this project; with ! before the name all others
  --sample <n>       at most n transcripts of each kind
  --budget <share>   a budget as a share of the history, as 0.1; may be given several times
  --rounds <n>       also n compactions in a row
  --judge <name>     the method that is held against the goals; cutpoint where nothing is said
  --details          also what is kept by type and origin of what is needed
  --html <file>      also a page with the curves, and one history with what was needed of it
  --inspect <id>     the transcript whose history the page shows

  --help             this text

Exit codes: 0 all is as expected, 1 something is not, 2 a mistake in the arguments or in a file.`;

/** A text without control characters, which a transcript or a rig could use to steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, "�");
}

/** @returns the exit code */
export async function runCommand(values: readonly string[], terminal: Output): Promise<number> {
  const output: Output = {
    print: (line) => terminal.print(printable(line)),
    printError: (line) => terminal.printError(printable(line)),
  };
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
        if (paths.length === 0) return mistake("conformance needs the path of a rig", output);
        return await proveConformance(
          paths,
          { quiet: flags.quiet, ...(flags.case === undefined ? {} : { only: flags.case }) },
          output,
        );
      case "eval":
        return await evaluateTranscripts(paths, evaluationOptions(flags), output);
      default:
        return mistake(
          `${JSON.stringify(command)} is no command: there are conformance and eval`,
          output,
        );
    }
  } catch (error) {
    return mistake(error instanceof Error ? error.message : String(error), output);
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
    html: flags.html ?? null,
    inspect: flags.inspect ?? null,
    sample: sample === undefined ? null : numberIn("--sample", sample, 1, Number.MAX_SAFE_INTEGER),
    budgets: budget.map((share) => numberIn("--budget", share, 0, 1)),
  };
}

function numberIn(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= least && value <= most) return value;
  throw new Error(
    `${flag} is ${JSON.stringify(text)}: it should be a number from ${least} to ${most}`,
  );
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
  html: { type: "string" },
  inspect: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

function parse(values: readonly string[]) {
  return parseArgs({ args: [...values], allowPositionals: true, options: FLAGS });
}

function mistake(message: string, { printError }: Output): number {
  printError(`cutpoint: ${message}`);
  printError("Try cutpoint --help.");
  return 2;
}
