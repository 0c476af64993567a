import { fileURLToPath } from "node:url";
import { runCommand } from "cutpoint";

/** Modules with subjects, by their names for `npx --yes pnpm@12 conformance`. */
const MODULES: Readonly<Record<string, string>> = {
  stores: "./stores.ts",
  states: "./state-stores.ts",
  estimators: "./estimators.ts",
  summarizers: "./summarizers.ts",
  chat: "../../../examples/chat/rig.ts",
  "ai-sdk": "../../../packages/adapter-ai-sdk/test/conformance/subjects.ts",
  anthropic: "../../../packages/adapter-anthropic/test/conformance/subjects.ts",
  langchain: "../../../packages/adapter-langchain/test/conformance/subjects.ts",
  openai: "../../../packages/adapter-openai/test/conformance/subjects.ts",
  "openai-agents": "../../../packages/adapter-openai-agents/test/conformance/subjects.ts",
  strands: "../../../packages/adapter-strands/test/conformance/subjects.ts",
};

/**
 * `npx --yes pnpm@12 conformance` runs all modules, `npx --yes pnpm@12 conformance langchain --quiet` runs the named ones. Other words are paths.
 */
const words = process.argv.slice(2);
const isNamed = words.some((word) => !word.startsWith("--"));
const modules = (isNamed ? words : [...Object.keys(MODULES), ...words]).map((word) => {
  const path = Object.hasOwn(MODULES, word) ? MODULES[word] : undefined;
  return path === undefined ? word : fileURLToPath(new URL(path, import.meta.url));
});
process.exitCode = await runCommand(["conformance", ...modules], {
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});
