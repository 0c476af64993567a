import { printGoals, printTable } from "../goals.ts";
import { compactionGoals } from "./compaction-goals.ts";
import { decisionGoals } from "./decision-goals.ts";
import { stateRows } from "./state-bytes.ts";

/** Compares the middleware with that of LangChain, in one process, with the same messages and the same instant model. */
export async function bench(): Promise<void> {
  printGoals("Compared with the summarization of LangChain", [
    ...(await decisionGoals()),
    ...(await compactionGoals()),
  ]);
  printTable(
    "State of a thread of 100 turns, in a window of 8,000 tokens",
    ["", "messages kept", "graph state, in bytes", "compaction state, in bytes"],
    await stateRows(),
  );
}
