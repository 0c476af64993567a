import { join } from "node:path";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { printTable } from "../goals.ts";
import { createRandom, messageEntry } from "./generate-entries.ts";
import { median, timed } from "./measure.ts";

/**
 * What one step costs a store that writes the whole state at each, in ms by messages; measured once, on 2 cores, with
 * @langchain/langgraph-checkpoint-sqlite 1.0.4 and @langchain/community 1.1.29. They are not installed here: the first
 * brings along a driver that is compiled on installation, the second dozens of packages.
 */
const MEASURED_ELSEWHERE: readonly (readonly [name: string, messages: number, ms: number])[] = [
  ["LangGraph SqliteSaver.put", 1000, 22.8],
  ["LangGraph SqliteSaver.put", 5000, 129],
  ["LangChain FileSystemChatMessageHistory.addMessage", 1000, 15.7],
  ["LangChain FileSystemChatMessageHistory.addMessage", 10_000, 191],
];

/** Prints what one more message costs the peers, beside the SQLite store at the same size. */
export async function printPeers(directory: string): Promise<void> {
  const rows: string[][] = [];
  for (const [name, messages, theirs] of MEASURED_ELSEWHERE) {
    const ours = await appendAt(join(directory, `peer-${name.length}-${messages}.db`), messages);
    rows.push([
      `${name} (not of this run)`,
      String(messages),
      theirs.toFixed(1),
      ours.toFixed(3),
      `${Math.round(theirs / ours)} ×`,
    ]);
  }
  printTable(
    "One more message, ms",
    ["peer", "messages before", "peer", "SQLite store", "faster by"],
    rows,
  );
}

async function appendAt(file: string, messages: number): Promise<number> {
  await using store = createSqliteStore({ file });
  const random = createRandom(messages);
  let head: string | null = null;
  const times: number[] = [];
  for (let index = 0; index < messages + 200; index += 1) {
    const entry = messageEntry(index, head, random);
    const expectedHead: string | null = head;
    const time = await timed(() => store.append("s", [entry], { expectedHead }));
    head = entry.id;
    if (index >= messages) times.push(time);
  }
  return median(times);
}
