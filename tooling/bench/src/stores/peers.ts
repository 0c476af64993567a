import { join } from "node:path";
import { searchableText } from "@cutpoint/session/store";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { printTable } from "../goals.ts";
import { createRandom, messageEntry } from "./generate-entries.ts";
import { median, timed } from "./measure.ts";

/**
 * Times in ms to add one message to a file history that is rewritten each time. Measured once on 2 cores with
 * @langchain/community 1.1.29, which is not installed here because of its dozens of dependencies.
 */
const MEASURED_ELSEWHERE: readonly (readonly [messages: number, ms: number])[] = [
  [1000, 15.7],
  [10_000, 191],
];

/** Measured steps at each size. */
const STEPS = 9;

/** Prints the time to add one message, for the SQLite store and for similar libraries. */
export async function printPeers(directory: string): Promise<void> {
  const rows: string[][] = [];
  for (const messages of [1000, 5000])
    rows.push(
      await rowOf(directory, "LangGraph SqliteSaver.put", messages, putAt(directory, messages)),
    );
  for (const [messages, theirs] of MEASURED_ELSEWHERE)
    rows.push(await rowOf(directory, FILE_HISTORY, messages, theirs));
  printTable(
    "Time to add one message, in ms",
    ["peer", "messages before", "peer", "SQLite store", "faster by"],
    rows,
  );
}

const FILE_HISTORY = "LangChain FileSystemChatMessageHistory.addMessage (from an earlier run)";

async function rowOf(
  directory: string,
  name: string,
  messages: number,
  measured: number | Promise<number>,
): Promise<string[]> {
  const theirs = await measured;
  const ours = await appendAt(join(directory, `ours-${name.length}-${messages}.db`), messages);
  return [
    name,
    String(messages),
    theirs.toFixed(1),
    ours.toFixed(3),
    `${Math.round(theirs / ours)} ×`,
  ];
}

/** The saver writes the whole state at each step. Its driver is newer than it requires, and needs no compiler. */
async function putAt(directory: string, messages: number): Promise<number> {
  const saver = SqliteSaver.fromConnString(join(directory, `saver-${messages}.db`));
  const random = createRandom(messages);
  const said = Array.from({ length: messages }, (_, index) => langChainMessage(index, random));
  let config: Parameters<SqliteSaver["put"]>[0] = {
    configurable: { thread_id: "s", checkpoint_ns: "" },
  };
  const times: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    said.push(langChainMessage(messages + step, random));
    const checkpoint = { ...emptyCheckpoint(), channel_values: { messages: [...said] } };
    times.push(
      await timed(async () => {
        config = await saver.put(config, checkpoint, { source: "loop", step, parents: {} });
      }),
    );
  }
  return median(times);
}

function langChainMessage(index: number, random: () => number): BaseMessage {
  const entry = messageEntry(index, null, random);
  const content = searchableText(entry);
  return index % 4 === 0 ? new HumanMessage(content) : new AIMessage(content);
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
