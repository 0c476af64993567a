import { INPUTS, type Inputs, isMeasured } from "./inputs.ts";
import {
  dailyLoad,
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
  return [inputTable(inputs), dailyTable(inputs), storageTable(inputs), needTable(inputs)];
}

function inputTable(inputs: Inputs): string {
  const rows = Object.entries(INPUTS).map(([name, { unit, meaning }]) => [
    `\`${name}\``,
    `${exact(inputs[name as keyof Inputs])}${unit === "" ? "" : ` ${unit}`}`,
    isMeasured(name) ? "measured" : "assumed",
    meaning,
  ]);
  return table(["name", "value", "origin", "meaning"], rows);
}

function dailyTable(inputs: Inputs): string {
  const lives = livesOf(inputs);
  const loads = lives.map((days) => dailyLoad({ ...inputs, days }));
  const row = (name: string, show: (load: (typeof loads)[number]) => string): string[] => [
    name,
    ...loads.map(show),
  ];
  return table(
    ["a day", ...lives.map((days) => `${days} d`)],
    [
      row("entries written", ({ writes }) => short(writes)),
      row("entries a second in the busiest hour", (load) => short(load.writesPerSecondAtPeak)),
      row("write-ahead log", ({ logGB }) => gigabytes(logGB)),
      row("sessions opened", ({ opens }) => short(opens)),
      row("read to open them", ({ readGB }) => gigabytes(readGB)),
      row("summaries", ({ summaries }) => short(summaries)),
      row("processor time, if offline", (load) => `${short(load.offlineHours)} h`),
      row("input tokens, if a model", ({ modelTokens }) => short(modelTokens)),
      row("their price", ({ modelPrice }) => dollars(modelPrice)),
    ],
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

const dollars = (value: number): string => `$${short(value)}`;
