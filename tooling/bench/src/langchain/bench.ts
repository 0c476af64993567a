import { printGoals, printTable } from "../goals.ts";
import { compactionGoals } from "./compaction-goals.ts";
import { decisionGoals } from "./decision-goals.ts";
import { stateRows } from "./state-bytes.ts";

/** The middleware beside LangChain's own, in one process, with the same messages and the same model that answers at once. */
export async function bench(): Promise<void> {
  printGoals("Beside LangChain's own summarization", [
    ...(await decisionGoals()),
    ...(await compactionGoals()),
  ]);
  printTable(
    "What a thread of 100 turns takes in its state, in an 8,000-token window",
    ["", "messages kept", "graph state, in bytes", "compaction state, in bytes"],
    await stateRows(),
  );
}
