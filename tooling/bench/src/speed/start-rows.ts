import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { least, type Row } from "./row.ts";

const ROOT = new URL("../../../../", import.meta.url);
const BUILT = new URL("packages/core/dist/node/index.js", ROOT);
const FIRST_PLAN = `
const { createCompactor, userMessage } = await import(process.argv[1]);
const items = Array.from({ length: 200 }, (_, place) => ({ id: "item-" + place, message: userMessage("What is next?") }));
const start = performance.now();
const summarizer = { name: "fixed", summarize: async () => ({ text: "Nothing.", method: "fixed", calls: 1 }) };
await createCompactor({ summarizer, policy: { windowTokens: 200_000 } }).plan({ items, state: null });
console.log(performance.now() - start);`;
const IMPORT = `
const start = performance.now();
await import(process.argv[1]);
console.log(performance.now() - start);`;

/** Builds core and measures the built package, which users import. */
export const startRows: readonly Row[] = [
  { name: "import of core", unit: "ms", goal: 30, measure: () => timeInProcess(IMPORT) },
  {
    name: "first compactor and plan of a process",
    unit: "ms",
    goal: 6,
    measure: () => timeInProcess(FIRST_PLAN),
  },
];

function timeInProcess(program: string): Promise<number> {
  buildCore();
  const args = ["--input-type=module", "--eval", program, fileURLToPath(BUILT)];
  return least(9, () => Number(execFileSync(process.execPath, args, { encoding: "utf8" })));
}

/** Builds core from the sources of today. Without a change, turbo does nothing. */
function buildCore(): void {
  const turbo = fileURLToPath(new URL("node_modules/.bin/turbo", ROOT));
  execFileSync(turbo, ["run", "build", "--filter", "@cutpoint/core"], {
    cwd: ROOT,
    stdio: "ignore",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  });
}
