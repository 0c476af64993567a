import type { Inputs } from "./inputs.ts";

const DAY_SECONDS = 86_400;

const GB = 1e9;

const MILLION = 1e6;

/** What the sessions cost a day, while they are in use. */
export type DailyLoad = {
  readonly writes: number;
  readonly writesPerSecondAtPeak: number;
  readonly logGB: number;
  readonly opens: number;
  readonly readGB: number;
  readonly summaries: number;
  readonly offlineHours: number;
  readonly modelTokens: number;
  readonly modelPrice: number;
};

/** What moving compacted entries to object storage costs a day. */
export type MovingLoad = {
  /** One for each compaction. As many are deleted a day once sessions are deleted as fast as others begin. */
  readonly objects: number;
  /** Each object is written once, read back once, and read once if its session is searched. */
  readonly requests: number;
  readonly requestPrice: number;
  /** JSON that is read from the database. */
  readonly readGB: number;
  readonly logGB: number;
  /** How many processes move entries all the time. */
  readonly processes: number;
};

/** What all sessions take when they are complete. */
export type Storage = {
  readonly diskGB: number;
  readonly objectGB: number;
  readonly objects: number;
  /** For a month, in dollars. The first month also writes the objects. */
  readonly price: number;
  readonly putPrice: number;
};

/** How many machines a resource needs. */
export type Need = { readonly what: string; readonly machines: number };

export function dailyLoad(inputs: Inputs): DailyLoad {
  const { sessions, messages, days } = inputs;
  const messagesADay = (sessions * messages) / days;
  const summaries = (sessions * inputs.compactions) / days;
  const opens = messagesADay / inputs.messagesPerOpen;
  const modelTokens = summaries * inputs.summaryTokens;
  const writes = messagesADay + summaries;
  return {
    writes,
    writesPerSecondAtPeak: (writes / DAY_SECONDS) * inputs.peak,
    logGB: (messagesADay * (inputs.appendLogBytes + inputs.searched * inputs.indexLogBytes)) / GB,
    opens,
    readGB: (opens * inputs.openBytes) / GB,
    summaries,
    offlineHours: (summaries * inputs.summaryMs) / 1000 / 3600,
    modelTokens,
    modelPrice: (modelTokens / MILLION) * inputs.tokenPrice,
  };
}

/** The messages of a session that stay in the database when it is complete. */
function hotMessages({ hotMessages: hot, messages }: Inputs): number {
  return Math.min(hot, messages);
}

export function movingLoad(inputs: Inputs): MovingLoad {
  const { sessions, messages, days } = inputs;
  const moved = (sessions * (messages - hotMessages(inputs))) / days;
  const objects = (sessions * inputs.compactions) / days;
  const reads = objects * (1 + inputs.searched);
  return {
    objects,
    requests: objects + reads,
    requestPrice: (objects * inputs.putPrice + reads * inputs.getPrice) / MILLION,
    readGB: (moved * inputs.entryBytes) / GB,
    logGB: (moved * inputs.moveLogBytes) / GB,
    processes: moved / DAY_SECONDS / inputs.movesPerSecond,
  };
}

/** Everything stays in the database. */
export function storageOfAll(inputs: Inputs): Storage {
  return storage(inputs, inputs.messages);
}

/** Compacted entries are moved to object storage, one object for each compaction. */
export function storageWithColdSegments(inputs: Inputs): Storage {
  return storage(inputs, hotMessages(inputs));
}

function storage(inputs: Inputs, hot: number): Storage {
  const { sessions, messages, coldShare, compactions } = inputs;
  const rows = hot * inputs.rowBytes + (messages - hot) * inputs.movedRowBytes;
  const diskGB = (sessions * (rows + messages * inputs.searched * inputs.wordBytes)) / GB;
  const objectGB = (sessions * (messages - hot) * inputs.entryBytes * coldShare) / GB;
  const objects = hot < messages ? sessions * compactions : 0;
  return {
    diskGB,
    objectGB,
    objects,
    price: diskGB * inputs.diskPrice + objectGB * inputs.objectPrice,
    putPrice: (objects / MILLION) * inputs.putPrice,
  };
}

/** Returns the needs, the largest first: the one that breaks first. */
export function needs(inputs: Inputs, { diskGB, objects }: Storage): readonly Need[] {
  const load = dailyLoad(inputs);
  const logGB = load.logGB + (objects > 0 ? movingLoad(inputs).logGB : 0);
  const atPeak = (aDay: number): number => (aDay / DAY_SECONDS) * inputs.peak;
  return [
    { what: "disk", machines: diskGB / inputs.diskGB },
    { what: "write-ahead log", machines: (atPeak(logGB) * 1000) / inputs.logRate },
    { what: "appends", machines: load.writesPerSecondAtPeak / inputs.appendsPerSecond },
    { what: "opens", machines: atPeak(load.opens) / inputs.opensPerSecond },
    {
      what: "offline summaries",
      machines: (atPeak(load.summaries) * inputs.summaryMs) / 1000 / inputs.cores,
    },
  ].toSorted((left, right) => right.machines - left.machines);
}
