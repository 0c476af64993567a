import { readInputs } from "./inputs.ts";
import { capacityReport } from "./report.ts";

/**
 * Prints the model of `docs/scaling.md`: what many sessions cost a day, and what breaks first.
 *
 * `bench capacity measure` measures the inputs instead. `bench capacity --NAME=VALUE` replaces some of them.
 */
export async function bench(): Promise<void> {
  const args = process.argv.slice(3);
  if (args[0] === "measure") {
    const { measureInputs } = await import("./measure.ts");
    console.log(JSON.stringify(await measureInputs(), null, 2));
  } else for (const table of capacityReport(readInputs(args))) console.log(`${table}\n`);
}
