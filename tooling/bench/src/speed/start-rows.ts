import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compare, type Measured, type Row } from "./row.ts";

const ROOT = new URL("../../../../", import.meta.url);
const BUILT = new URL("packages/core/dist/node/index.js", ROOT);

/** The file of {@link processorTime}, for programs that measure themselves. */
const CLOCK = new URL("row.ts", import.meta.url);

const yardstick = "import and run 100 kB of functions";

/** Builds core and measures the built package, which users import. */
export const startRows: readonly Row[] = [
  {
    name: "import of core",
    yardstick,
    unit: "×",
    goal: 2.6,
    measure: () => compareStarts("", "await import(built);"),
  },
  {
    name: "first compactor and plan of a process",
    yardstick,
    unit: "×",
    goal: 0.53,
    measure: () =>
      compareStarts(
        `const { createCompactor, userMessage } = await import(built);
const items = Array.from({ length: 200 }, (_, place) => ({ id: "item-" + place, message: userMessage("What is next?") }));`,
        `const summarizer = { name: "fixed", summarize: async () => ({ text: "Nothing.", method: "fixed", calls: 1 }) };
await createCompactor({ summarizer, policy: { windowTokens: 200_000 } }).plan({ items, state: null });`,
      ),
  },
];

/** Compares the first run of a program with that of generated modules, each in a new process. */
function compareStarts(before: string, program: string): Promise<Measured> {
  buildCore();
  const modules = writeModules();
  return compare(
    9,
    () => timeInProcess(before, program),
    () => timeInProcess("", modules.map((url) => `await import("${url}");`).join("\n")),
  );
}

function timeInProcess(before: string, program: string): number {
  const text = `
const { processorTime } = await import("${CLOCK.href}");
const built = "${BUILT.href}";
${before}
const start = processorTime();
${program}
console.log(processorTime() - start);`;
  const args = ["--single-threaded", "--no-warnings", "--input-type=module", "--eval", text];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

/** Writes ten modules of 10 kB that call each of their functions once. */
function writeModules(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "cutpoint-bench-"));
  return Array.from({ length: 10 }, (_, number) => {
    const lines = Array.from(
      { length: 80 },
      (_, place) =>
        `export function call${place}(value) { const copy = { value, place: ${place} }; return copy.value + [copy.place].map((each) => each * 2)[0]; }\ncall${place}(${number});`,
    );
    const file = join(folder, `module-${number}.mjs`);
    writeFileSync(file, lines.join("\n"));
    return pathToFileURL(file).href;
  });
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
