import { parseArgs } from "node:util";
import { DEFAULT_JUDGE, evaluateTranscripts } from "./evaluation.ts";
import { type Command, numberIn } from "./parse-command.ts";
import type { ProbeFlags } from "./probe-run.ts";

const DEFAULT_VIEW_TOKENS = 5_000;

const HELP = `Usage: cutpoint eval [<transcript...>] [--method <module>]... [--arm <name>]... [--only <kind>]...
                     [--project <name>]... [--sample <n>] [--budget <share>]... [--rounds <n>]
                     [--judge <name>] [--details] [--json] [--html <file>]
                     [--probes <file> --answers <folder> [--reader <module>] [--tokens <n>]]

cutpoint eval measures how much methods of compaction keep of what is needed later. A transcript is
a file (.json, .json.gz), a session that the other commands read, or a folder of files.
Default: the folder in CUTPOINT_TRANSCRIPTS.
Example: cutpoint eval my-transcripts/ --html report.html

  --method <module>  add the methods, summarizers and policies that a module exports (repeatable)
  --arm <name>       run only this method (repeatable)
  --only <kind>      use only coding, service, chat or recorded transcripts (repeatable)
  --project <name>   use only transcripts of this project, or exclude it with !name (repeatable)
  --sample <n>       use at most n transcripts of each kind
  --budget <share>   set a budget as a share of the history, such as 0.1 (repeatable)
  --rounds <n>       also measure n compactions in a row
  --judge <name>     compare this method with the goals (default: ${DEFAULT_JUDGE})
  --details          print the kept anchors by type and origin
  --json             print the means as JSON instead of the tables
  --html <file>      write a page with curves
  --probes <file>    ask a reader the questions of this file about the view of each method
  --answers <folder> record prompts and answers here; recorded ones are not asked again
  --reader <module>  a module that exports reader(prompt), and grader(prompt) if that is another model
  --tokens <n>       size of the views that the reader sees (default: ${DEFAULT_VIEW_TOKENS})`;

const OPTIONS = {
  method: { type: "string", multiple: true },
  arm: { type: "string", multiple: true },
  only: { type: "string", multiple: true },
  project: { type: "string", multiple: true },
  sample: { type: "string" },
  budget: { type: "string", multiple: true },
  rounds: { type: "string" },
  judge: { type: "string", default: DEFAULT_JUDGE },
  details: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  html: { type: "string" },
  probes: { type: "string" },
  answers: { type: "string" },
  reader: { type: "string" },
  tokens: { type: "string", default: String(DEFAULT_VIEW_TOKENS) },
} as const;

/** Measures methods of compaction on transcripts. */
export const evalCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { values: flags, positionals } = parseArgs({
      args: [...values],
      allowPositionals: true,
      options: OPTIONS,
    });
    const { method = [], arm = [], only = [], project = [], sample, budget = [], rounds } = flags;
    const options = {
      methods: method,
      arms: arm,
      only,
      projects: project,
      rounds: rounds === undefined ? null : numberWithin("--rounds", rounds, 2, 20),
      judge: flags.judge,
      details: flags.details,
      json: flags.json,
      html: flags.html ?? null,
      sample:
        sample === undefined ? null : numberWithin("--sample", sample, 1, Number.MAX_SAFE_INTEGER),
      budgets: budget.map((share) => numberWithin("--budget", share, 0, 1)),
      probes: probesIn(flags),
    };
    return evaluateTranscripts(positionals, options, output);
  },
};

type GivenProbeFlags = {
  readonly answers?: string;
  readonly probes?: string;
  readonly reader?: string;
  readonly tokens: string;
};

function probesIn({ answers, probes, reader, tokens }: GivenProbeFlags): ProbeFlags | null {
  const alone = Object.entries({ answers, reader }).find(([, value]) => value !== undefined);
  if (probes === undefined) {
    if (alone === undefined) return null;
    throw new Error(`--${alone[0]} needs --probes: the file of questions`);
  }
  if (answers === undefined)
    throw new Error("--probes needs --answers: the folder of prompts and answers");
  const views = numberWithin("--tokens", tokens, 100, Number.MAX_SAFE_INTEGER);
  return { probes, answers, reader: reader ?? null, tokens: views };
}

function numberWithin(flag: string, text: string, least: number, most: number): number {
  const expected = `a number from ${least} to ${most}`;
  return numberIn(flag, text, expected, (value) => value >= least && value <= most);
}
