import { fileURLToPath } from "node:url";
import { runCommand } from "cutpoint";
import { MODULES } from "./modules.ts";

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
