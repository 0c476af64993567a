import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Entry } from "@cutpoint/session";
import { searchableText } from "@cutpoint/session/store";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import type { Goal } from "../goals.ts";
import { identifierOf, logOf, rareWordOf } from "./generate-entries.ts";
import { quantile, timed } from "./measure.ts";

const MESSAGES = 100_000;
const BATCH = 500;
const QUERIES = 100;

/** The first round warms up the compiler and the caches. */
const ROUNDS = 3;

/** Searches 100,000 messages for a word that one contains, and for identifiers that about 20 contain. */
export async function recallGoals(directory: string): Promise<readonly Goal[]> {
  const file = join(directory, "recall.db");
  await using store = createSqliteStore({ file });
  let characters = 0;
  let head: string | null = null;
  let batch: Entry[] = [];
  const write = async (): Promise<void> => {
    await store.append("s", batch, { expectedHead: head });
    head = batch.at(-1)?.id ?? head;
    batch = [];
  };
  for (const entry of logOf(MESSAGES)) {
    characters += Buffer.byteLength(searchableText(entry));
    batch.push(entry);
    if (batch.length === BATCH) await write();
  }
  await write();
  const indexing = await timed(() => store.search("s", "nothing"));
  const search = async (query: string): Promise<number> => {
    let found = 0;
    const time = await timed(async () => (found = (await store.search("s", query)).length));
    if (found === 0) throw new Error(`${query} was not found`);
    return time;
  };
  const rounds = async (queryOf: (index: number) => string): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (let index = 0; index < QUERIES; index += 1) {
        const time = await search(queryOf(index));
        if (round > 0) times.push(time);
      }
    return times;
  };
  const rare = await rounds((index) => rareWordOf(index * 1000 + 500));
  const identifiers = await rounds((index) => identifierOf(index * 37));
  const share = indexBytes(file) / characters;
  const [p50, p95] = [quantile(identifiers, 0.5), quantile(identifiers, 0.95)];
  return [
    {
      what: "recall of a rare word, 100k messages",
      goal: "≤ 0.1 ms",
      measured: `${quantile(rare, 0.5).toFixed(3)} ms (the rest indexed in ${indexing.toFixed(0)} ms)`,
      isReached: quantile(rare, 0.5) <= 0.1,
    },
    {
      what: "recall of an identifier, 100k messages",
      goal: "p50 ≤ 3 ms, p95 ≤ 25 ms",
      measured: `${p50.toFixed(2)} ms, ${p95.toFixed(2)} ms`,
      isReached: p50 <= 3 && p95 <= 25,
    },
    {
      what: "word index",
      goal: "≤ 0.45 of the text",
      measured: share.toFixed(2),
      isReached: share <= 0.45,
    },
  ];
}

function indexBytes(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  const row = database
    .prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'words%'")
    .get();
  return Number(row?.["bytes"] ?? Number.NaN);
}
