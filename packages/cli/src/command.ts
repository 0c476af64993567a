import { isCutpointError } from "@cutpoint/core";
import { isCommandFailure } from "./command-failure.ts";
import { compactCommand } from "./compact-command.ts";
import { conformanceCommand } from "./conformance.ts";
import { evalCommand } from "./eval-command.ts";
import { exportCommand } from "./export-command.ts";
import { handoffCommand } from "./handoff-command.ts";
import { importCommand } from "./import-command.ts";
import { inspectCommand } from "./inspection.ts";
import { maintainCommand } from "./maintain-command.ts";
import { type Command, CONTROLS } from "./parse-command.ts";

/** Receives the lines of a command. */
export type Output = {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
};

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["conformance", conformanceCommand],
  ["eval", evalCommand],
  ["inspect", inspectCommand],
  ["compact", compactCommand],
  ["handoff", handoffCommand],
  ["import", importCommand],
  ["export", exportCommand],
  ["maintain", maintainCommand],
]);

const HELP = `Usage: ${[...COMMANDS.values()].map((command) => usageOf(command)).join("\n       ")}

${descriptionOf(conformanceCommand)}

${descriptionOf(evalCommand)}

cutpoint inspect, compact, handoff, import and export read the sessions of other tools and message arrays
of providers. cutpoint maintain removes or moves old sessions and entries of a store.
cutpoint <command> --help prints the options of one command.
Example: cutpoint inspect ~/.claude/projects/my-project/1234.jsonl --html session.html

  --help             print this text

Exit codes: 0 success, 1 a case or a compaction failed, a control arm won, or a session has no message of the user,
2 invalid arguments or files.`;

function usageOf({ help }: Command): string {
  return help.slice("Usage: ".length, help.indexOf("\n\n"));
}

function descriptionOf({ help }: Command): string {
  return help.slice(help.indexOf("\n\n")).trim();
}

/** Replaces characters with which a transcript or module could control the terminal or reverse the order of a line. */
function printable(text: string): string {
  return text.replaceAll(CONTROLS, "�");
}

/** Runs the command and returns its exit code. */
export async function runCommand(values: readonly string[], terminal: Output): Promise<number> {
  const output: Output = {
    print: (line) => terminal.print(printable(line)),
    printError: (line) => terminal.printError(printable(line)),
  };
  const [name, ...others] = values;
  const command = COMMANDS.get(name ?? "");
  const isAsking = values.includes("--help") || values.includes("-h");
  if (isAsking || name === undefined) {
    output.print(command?.help ?? HELP);
    return isAsking ? 0 : 2;
  }
  if (command === undefined)
    return mistake(
      `command is ${JSON.stringify(name)}: expected ${[...COMMANDS.keys()].join(", ")}`,
      output,
    );
  try {
    return await command.run(others, output);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isFailure = isCutpointError(error)
      ? error.code !== "invalid-input"
      : isCommandFailure(error);
    if (isFailure) {
      output.printError(`cutpoint: ${message}`);
      return 1;
    }
    return mistake(message, output, `cutpoint ${name}`);
  }
}

function mistake(message: string, { printError }: Output, command = "cutpoint"): number {
  printError(`cutpoint: ${message}`);
  printError(`Run ${command} --help for usage.`);
  return 2;
}
