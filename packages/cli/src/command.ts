import { parseArgs } from "node:util";
import { proveConformance } from "./conformance.ts";

/** Where a command says what it has to say, line by line. */
export type Output = {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
};

const USAGE = `Usage: cutpoint conformance <rig...> [--case <id>]... [--quiet]

Runs the conformance suite over what each module names in its export \`subjects\`: a list of
{ type, name, rig, expectedFailures? }, where type is store, searchable-store, evictable-store,
erasable-store, estimator, summarizer or adapter.

  --case <id>   only this case; may be given several times
  --quiet       only what is not as it should be, and the counts
  --help        this text

Exit codes: 0 all is as expected, 1 something is not, 2 a mistake in the arguments or in a rig.`;

/** @returns the exit code */
export async function runCommand(values: readonly string[], output: Output): Promise<number> {
  let parsed: Parsed;
  try {
    parsed = parse(values);
  } catch (error) {
    return mistake(error instanceof Error ? error.message : String(error), output);
  }
  const { help, case: only, quiet } = parsed.values;
  const [command, ...modules] = parsed.positionals;
  if (help || command === undefined) {
    output.print(USAGE);
    return help ? 0 : 2;
  }
  if (command !== "conformance")
    return mistake(`${JSON.stringify(command)} is no command: there is conformance`, output);
  if (modules.length === 0) return mistake("conformance needs the path of a rig", output);
  return proveConformance(modules, { quiet, ...(only === undefined ? {} : { only }) }, output);
}

type Parsed = {
  readonly positionals: readonly string[];
  readonly values: {
    readonly case?: readonly string[] | undefined;
    readonly quiet: boolean;
    readonly help: boolean;
  };
};

function parse(values: readonly string[]): Parsed {
  return parseArgs({
    args: [...values],
    allowPositionals: true,
    options: {
      case: { type: "string", multiple: true },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
}

function mistake(message: string, { complain }: Output): number {
  complain(`cutpoint: ${message}`);
  complain("Try cutpoint --help.");
  return 2;
}
