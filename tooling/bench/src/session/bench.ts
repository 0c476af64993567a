import { printGoals } from "../goals.ts";
import { printPeers } from "./peers.ts";
import { sessionGoals } from "./session-goals.ts";

/** Measures plans and views, also of other libraries. `--full` runs the slowest of them at full size. */
export async function bench(): Promise<void> {
  await printPeers(process.argv.includes("--full"));
  printGoals("Goals", await sessionGoals());
}
