type Input = readonly [value: number, unit: string, meaning: string];

/** What the reader knows better. */
const ASSUMED = {
  sessions: [1_000_000, "", "Sessions that are kept."],
  messages: [2000, "", "Messages of a session."],
  days: [30, "d", "Time from the first to the last message of a session."],
  peak: [3, "×", "The busiest hour, as a multiple of the mean."],
  messagesPerOpen: [20, "", "Messages until a session is opened anew, in any process."],
  searched: [
    0.1,
    "×",
    "Sessions that are ever searched, as a share. Only these have a word index.",
  ],
  diskGB: [4000, "GB", "Disk of one database server."],
  logRate: [50, "MB/s", "Write-ahead log that a server writes, archives and replicates."],
  cores: [8, "", "Processor cores for offline summaries."],
  diskPrice: [0.115, "$", "A GB of database disk, a month."],
  objectPrice: [0.023, "$", "A GB of object storage, a month."],
  putPrice: [5, "$", "A million writes to object storage."],
  getPrice: [0.4, "$", "A million reads of object storage."],
  tokenPrice: [0.25, "$", "A million input tokens of the model that summarizes."],
} as const;

/** Measured with `npx --yes pnpm@12 bench capacity measure` on 2 cores and a server that does not flush to the disk. */
const MEASURED = {
  entryBytes: [1122, "B", "JSON of a message entry."],
  rowBytes: [
    2276,
    "B",
    "Table and keys of a message in PostgreSQL, with its share of compactions.",
  ],
  wordBytes: [1534, "B", "Word index of a message in PostgreSQL, after a search."],
  appendLogBytes: [2590, "B", "Write-ahead log of a message, with its share of compactions."],
  indexLogBytes: [3073, "B", "Write-ahead log of a message that is added to the word index."],
  appendsPerSecond: [5814, "/s", "Appends from one process with 8 connections, without a search."],
  opensPerSecond: [103, "/s", "Sessions opened by one process with 8 connections, up to the view."],
  openBytes: [206_817, "B", "JSON that is read to open a session."],
  compactions: [21.75, "", "Compactions of a session, with a window of 128,000 tokens."],
  summaryTokens: [23_285, "", "Tokens that a compaction summarizes."],
  summaryMs: [177, "ms", "Processor time of a compaction with the offline summarizer."],
  hotMessages: [73, "", "Messages since those that the newest compaction replaced, on average."],
  coldShare: [0.307, "×", "Compressed size (gzip) of compacted entries, as a share of their JSON."],
  movedRowBytes: [229, "B", "What a moved message leaves in the tables, after `VACUUM FULL`."],
  moveLogBytes: [394, "B", "Write-ahead log of a message that is moved."],
  movesPerSecond: [3914, "/s", "Messages that one process moves, one session at a time."],
  searchMs: [2, "ms", "A search that finds an old message, in an indexed session."],
  coldSearchMs: [66, "ms", "The same after its compacted entries were moved."],
  readMs: [51, "ms", "Reading a whole session."],
  coldReadMs: [319, "ms", "The same after its compacted entries were moved."],
  deleteMs: [7, "ms", "Deleting a session that was not searched."],
  coldDeleteMs: [9, "ms", "The same after its compacted entries were moved."],
} as const;

/** Numbers of the model. Each is replaced with `--NAME=VALUE`. */
export type Inputs = Readonly<Record<keyof typeof ASSUMED | keyof typeof MEASURED, number>>;

export const INPUTS: Readonly<Record<keyof Inputs, Input>> = { ...ASSUMED, ...MEASURED };

/** Returns the default of each input. */
export function defaultInputs(): Inputs {
  return Object.fromEntries(
    Object.entries(INPUTS).map(([name, [value]]) => [name, value]),
  ) as Inputs;
}

export function isMeasured(name: string): boolean {
  return name in MEASURED;
}

/** Replaces inputs by arguments of the form `--name=value`. Throws if one is unknown. */
export function readInputs(args: readonly string[]): Inputs {
  const replaced: Record<string, number> = { ...defaultInputs() };
  for (const arg of args) {
    const [, name = "", text = ""] = /^--(\w+)=(.+)$/u.exec(arg) ?? [];
    const value = Number(text);
    if (!(name in INPUTS) || !(value > 0))
      throw new Error(
        `${arg}: expected --name=number, with a name of ${Object.keys(INPUTS).join(", ")}`,
      );
    replaced[name] = value;
  }
  return replaced as Inputs;
}
