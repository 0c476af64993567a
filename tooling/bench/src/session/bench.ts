import { printGoals } from "../goals.ts";
import { printPeers } from "./peers.ts";
import { sessionGoals } from "./session-goals.ts";

/** What planning and viewing take, beside what else there is; `--full` lets the slowest of the others run to its end. */
export async function bench(): Promise<void> {
  await printPeers(process.argv.includes("--full"));
  printGoals("Goals", await sessionGoals());
}
