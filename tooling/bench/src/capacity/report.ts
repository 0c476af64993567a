import { INPUTS, type Inputs, isMeasured } from "./inputs.ts";
import {
  dailyLoad,
  movingLoad,
  needs,
  type Storage,
  storageOfAll,
  storageWithColdSegments,
  type Need,
} from "./model.ts";

/** Lives of a session in days, for the tables. */
const LIVES = [1, 7, 30, 90];

type Rows = readonly (readonly string[])[];

/** Returns the tables of the model in Markdown. */
export function capacityReport(inputs: Inputs): readonly string[] {
  return [
    inputTable(inputs),
    dailyTable(inputs),
    storageTable(inputs),
    movingTable(inputs),
    needTable(inputs),
  ];
}

function inputTable(inputs: Inputs): string {
  const rows = Object.entries(INPUTS).map(([name, [, unit, meaning]]) => [
    `\`${name}\``,
    `${exact(inputs[name as keyof Inputs])}${unit === "" ? "" : ` ${unit}`}`,
    isMeasured(name) ? "measured" : "assumed",
    meaning,
  ]);
  return table(["name", "value", "origin", "meaning"], rows);
}

/** A row of a table with a column for each life. */
type Row<Load> = readonly [name: string, show: (load: Load) => string];

function dailyTable(inputs: Inputs): string {
  return tableByLife("a day", inputs, dailyLoad, [
    ["entries written", ({ writes }) => short(writes)],
    ["entries a second in the busiest hour", (load) => short(load.writesPerSecondAtPeak)],
    ["write-ahead log", ({ logGB }) => gigabytes(logGB)],
    ["sessions opened", ({ opens }) => short(opens)],
    ["read to open them", ({ readGB }) => gigabytes(readGB)],
    ["summaries", ({ summaries }) => short(summaries)],
    ["processor time, if offline", (load) => `${short(load.offlineHours)} h`],
    ["input tokens, if a model", ({ modelTokens }) => short(modelTokens)],
    ["their price", ({ modelPrice }) => dollars(modelPrice)],
  ]);
}

function movingTable(inputs: Inputs): string {
  return tableByLife("to move entries, a day", inputs, movingLoad, [
    ["objects written", ({ objects }) => short(objects)],
    ["requests", ({ requests }) => short(requests)],
    ["their price", ({ requestPrice }) => dollars(requestPrice)],
    ["read from the database", ({ readGB }) => gigabytes(readGB)],
    ["write-ahead log", ({ logGB }) => gigabytes(logGB)],
    ["processes", ({ processes }) => short(processes)],
  ]);
}

function tableByLife<Load>(
  title: string,
  inputs: Inputs,
  loadOf: (inputs: Inputs) => Load,
  rows: readonly Row<Load>[],
): string {
  const lives = livesOf(inputs);
  const loads = lives.map((days) => loadOf({ ...inputs, days }));
  return table(
    [title, ...lives.map((days) => `${days} d`)],
    rows.map(([name, show]) => [name, ...loads.map(show)]),
  );
}

function storageTable(inputs: Inputs): string {
  const kinds: readonly Storage[] = [storageOfAll(inputs), storageWithColdSegments(inputs)];
  const row = (name: string, show: (kind: Storage) => string): string[] => [
    name,
    ...kinds.map(show),
  ];
  return table(
    ["storage", "all in the database", "with cold segments"],
    [
      row("database", ({ diskGB }) => gigabytes(diskGB)),
      row("object storage", ({ objectGB }) => gigabytes(objectGB)),
      row("objects", ({ objects }) => short(objects)),
      row("price a month", ({ price }) => dollars(price)),
      row("to write the objects, once", ({ putPrice }) => dollars(putPrice)),
      ["a search", milliseconds(inputs.searchMs), milliseconds(inputs.coldSearchMs)],
      ["a read of a whole session", milliseconds(inputs.readMs), milliseconds(inputs.coldReadMs)],
      ["a deletion of a session", milliseconds(inputs.deleteMs), milliseconds(inputs.coldDeleteMs)],
    ],
  );
}

function needTable(inputs: Inputs): string {
  const rows = livesOf(inputs).flatMap((days) => {
    const those = { ...inputs, days };
    return [
      ["all in the database", storageOfAll(those)] as const,
      ["cold segments", storageWithColdSegments(those)] as const,
    ].map(([name, storage]) => {
      const all = needs(those, storage);
      return [
        `${days} d, ${name}`,
        breaksFirst(all),
        all.map(({ what, machines }) => `${what} ${short(machines)}`).join(", "),
      ];
    });
  });
  return table(["life of a session", "breaks first", "how many are needed"], rows);
}

/** Names the largest need above one machine. */
function breaksFirst([first]: readonly Need[]): string {
  return first !== undefined && first.machines > 1 ? first.what : "nothing";
}

/** The lives of the tables, with that of the inputs. */
function livesOf({ days }: Inputs): readonly number[] {
  return [...new Set([...LIVES, days])].toSorted((left, right) => left - right);
}

function table(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const exact = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: 3 });

/** Two digits are as exact as the model. */
function short(value: number): string {
  const [divisor, unit] =
    value >= 1e9 ? [1e9, " G"] : value >= 1e6 ? [1e6, " M"] : value >= 1e4 ? [1e3, " k"] : [1, ""];
  return `${(value / divisor).toLocaleString("en-US", { maximumSignificantDigits: 2 })}${unit}`;
}

function gigabytes(value: number): string {
  return value >= 1000 ? `${short(value / 1000)} TB` : `${short(value)} GB`;
}

const milliseconds = (value: number): string => `${short(value)} ms`;

const dollars = (value: number): string => `$${short(value)}`;
