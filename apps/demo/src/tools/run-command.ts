import { execFile } from "node:child_process";
import * as z from "zod";
import type { SourceTree } from "./source-tree.ts";
import { createTool, type Tool } from "./tool.ts";

type Rule = {
  /** The form of the command, for the model. */
  readonly shape: string;
  readonly pattern: RegExp;
  /** Whether the arguments after the pattern are paths. Each must be inside of the tree. */
  readonly paths: boolean;
};

/** All commands that can run. A rule is matched against the start of the command. No shell is involved. */
const RULES: readonly Rule[] = [
  { shape: "wc -l|-c|-w PATH…", pattern: /^wc -[lcw](?= )/, paths: true },
  { shape: "node --version", pattern: /^node --version$/, paths: false },
  { shape: "git log --oneline -N", pattern: /^git log --oneline -\d{1,3}$/, paths: false },
  { shape: "git ls-files PATH…", pattern: /^git ls-files(?= )/, paths: true },
];

const TIMEOUT_MS = 10_000;
const LARGEST_OUTPUT_BYTES = 1_000_000;

/** Creates the tool that runs an allowed program and returns its output after a first line `exit code N`. */
export function createRunCommand(tree: SourceTree): Tool {
  return createTool({
    name: "run_command",
    description: `Run a program at the root of the repository, without a shell. Allowed: ${RULES.map((rule) => rule.shape).join("; ")}.`,
    schema: z.strictObject({
      command: z.string().min(1).describe("the program and its arguments, separated by spaces"),
    }),
    async run({ command }) {
      const words = command.trim().split(/\s+/);
      const line = words.join(" ");
      const rule = RULES.find(({ pattern }) => pattern.test(line));
      if (rule === undefined)
        throw new Error(
          `"${command}" is not allowed: use ${RULES.map(({ shape }) => shape).join("; ")}`,
        );
      const [program = "", ...values] = words;
      if (rule.paths) await assertPaths(tree, values.slice(1));
      const executable = program === "node" ? process.execPath : program;
      return execute(executable, values, tree.root);
    },
  });
}

async function assertPaths(tree: SourceTree, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (path.startsWith("-")) throw new Error(`${path} is not a path`);
    await tree.locate(path);
  }
}

function execute(program: string, values: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      values,
      { cwd, timeout: TIMEOUT_MS, maxBuffer: LARGEST_OUTPUT_BYTES },
      (error, stdout, stderr) => {
        if (error === null) resolve(`exit code 0\n${stdout}`);
        else if (typeof error.code === "number")
          resolve(`exit code ${error.code}\n${stdout}${stderr}`);
        else reject(new Error(`${program} cannot be run: ${error.message}`));
      },
    );
  });
}
