import { isCutpointError } from "@cutpoint/core";
import { isCommandFailure } from "./command-failure.ts";
import { type Command, CONTROLS } from "./parse-command.ts";

/** Receives the lines of a command. */
export type Output = {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
};

/** A command is loaded when it runs: a hook must start fast. */
const COMMANDS = {
  conformance: async () => (await import("./conformance.ts")).conformanceCommand,
  eval: async () => (await import("./eval-command.ts")).evalCommand,
  inspect: async () => (await import("./inspection.ts")).inspectCommand,
  compact: async () => (await import("./compact-command.ts")).compactCommand,
  handoff: async () => (await import("./handoff-command.ts")).handoffCommand,
  hook: async () => (await import("./hook/hook-command.ts")).hookCommand,
  import: async () => (await import("./import-command.ts")).importCommand,
  export: async () => (await import("./export-command.ts")).exportCommand,
  tune: async () => (await import("./tune-command.ts")).tuneCommand,
  maintain: async () => (await import("./maintain-command.ts")).maintainCommand,
} as const satisfies Readonly<Record<string, () => Promise<Command>>>;

async function helpOfAll(): Promise<string> {
  const commands: Command[] = [];
  for (const load of Object.values(COMMANDS)) commands.push(await load());
  return `Usage: ${commands.map(usageOf).join("\n       ")}

${descriptionOf(await COMMANDS.conformance())}

${descriptionOf(await COMMANDS.eval())}

cutpoint inspect, compact, handoff, import and export read the sessions of other tools and message arrays
of providers. cutpoint maintain removes or moves old sessions and entries of a store.
cutpoint tune compares policies on your own sessions.
cutpoint hook keeps what the compactions of Claude Code and Codex lose.
cutpoint <command> --help prints the options of one command.
Example: cutpoint inspect ~/.claude/projects/my-project/1234.jsonl --html session.html

  --help             print this text

Exit codes: 0 success, 1 a case or a compaction failed, a control arm won, or a session has no message of the user,
2 invalid arguments or files.`;
}

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
  const load = Object.entries(COMMANDS).find(([each]) => each === name)?.[1];
  const command = await load?.();
  const isAsking = values.includes("--help") || values.includes("-h");
  if (isAsking || name === undefined) {
    output.print(command?.help ?? (await helpOfAll()));
    return isAsking ? 0 : 2;
  }
  if (command === undefined)
    return mistake(
      `command is ${JSON.stringify(name)}: expected ${Object.keys(COMMANDS).join(", ")}`,
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
