import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Output } from "../command.ts";
import { oneOf, type Command } from "../parse-command.ts";
import { answerEvent } from "./answer-event.ts";
import {
  HOOK_HOSTS,
  hookCommandLine,
  type HookHost,
  hooksFor,
  isOwnCommand,
  settingsPath,
} from "./hosts.ts";
import { addHooks, findHooks, readSettings, removeHooks, writeSettings } from "./settings-file.ts";

const HELP = `Usage: cutpoint hook --install|--uninstall claude-code|codex [--project]
       cutpoint hook --status
       cutpoint hook < event.json

A hook of Claude Code and Codex. After each compaction it adds a brief of at most 9,000 characters to the
conversation: the user's rules and statements, open work, modified files and exact values. Claude Code also
receives instructions for the summary. It makes no network call and never fails. If the brief takes more than
2 seconds, a shorter one is printed.
Example: cutpoint hook --install claude-code

  --install <host>    add the hook to the settings of the host
  --uninstall <host>  remove it; other settings stay as they are
  --project           use the settings of the working directory instead of yours
  --status            print where the hook is installed`;

/** Answers an event on standard input, or installs the hook. */
export const hookCommand: Command = {
  help: HELP,
  async run(values, output) {
    if (values.length === 0) return answerInput(output);
    const { values: flags } = parseArgs({
      args: [...values],
      options: {
        install: { type: "string" },
        uninstall: { type: "string" },
        project: { type: "boolean", default: false },
        status: { type: "boolean", default: false },
      },
    });
    const { install, project, status, uninstall } = flags;
    if ([install, uninstall, status || undefined].filter((flag) => flag !== undefined).length !== 1)
      throw new Error("hook needs one of --install <host>, --uninstall <host> and --status");
    if (install !== undefined) return changeSettings("--install", install, project, output);
    if (uninstall !== undefined) return changeSettings("--uninstall", uninstall, project, output);
    for (const host of HOOK_HOSTS)
      for (const isProject of [false, true]) await printStatus(host, isProject, output);
    return 0;
  },
};

/** A hook with another exit code can stop the work of its host. */
async function answerInput({ print }: Output): Promise<number> {
  if (process.stdin.isTTY) print(HELP);
  else {
    const answer = await answerEvent(process.stdin);
    if (answer !== null) print(answer);
  }
  return 0;
}

async function changeSettings(
  flag: "--install" | "--uninstall",
  name: string,
  isProject: boolean,
  { print }: Output,
): Promise<number> {
  const host = oneOf(flag, name, HOOK_HOSTS);
  const file = settingsPath(host, isProject);
  const before = await readSettings(file);
  const without = removeHooks(before, isOwnCommand, file);
  const isAdded = flag === "--install";
  const hooks = isAdded ? hooksFor(host, hookCommandLine(isProject, process.argv)) : {};
  const after = addHooks(without, hooks, file);
  if (findHooks(after, isOwnCommand, file).length !== Object.keys(hooks).length)
    throw new Error(`${file} has a key twice: expected each key once`);
  if (after === before) {
    print(`${resolve(file)}: unchanged, the hook ${isAdded ? "is installed" : "is not in it"}`);
    return 0;
  }
  await writeSettings(file, after);
  print(`${resolve(file)}: the hook was ${isAdded ? "added" : "removed"}`);
  if (isAdded && host === "codex")
    print("Start Codex, type /hooks and trust the hook. Codex skips it until then.");
  return 0;
}

async function printStatus(host: HookHost, isProject: boolean, { print }: Output): Promise<void> {
  const file = settingsPath(host, isProject);
  const own = findHooks(await readSettings(file), isOwnCommand, file);
  const events = own.map(({ place }) => place.event).join(", ");
  const found = own.length === 0 ? "not installed" : `${events}: ${own[0]?.command}`;
  print(`${host}${isProject ? " (project)" : ""}  ${found}  ${resolve(file)}`);
}
