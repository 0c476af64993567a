import { runCommand } from "./run-command.ts";
import { runSteps } from "./run-steps.ts";
import { readRootManifest } from "./workspace.ts";

/** The scripts of the root package.json that need no build, the slow ones first. */
const CHECKS = [
  "check:lint",
  "check:unused",
  "check:types",
  "check:format",
  "check:layering",
  "check:shape",
  "check:links",
  "check:commands",
  "check:size",
] as const;

const scripts = readRootManifest().scripts ?? {};
const steps = CHECKS.map((name) => {
  const line = scripts[name];
  if (line === undefined) throw new Error(`package.json has no script ${name}`);
  return { name: name.slice("check:".length), run: async () => runCommand(line) };
});

if (!(await runSteps(steps))) process.exitCode = 1;
