import * as fc from "fast-check";

/** A damaged file. */
export type Damaged = {
  readonly records: readonly string[];
  /** Records in the file. A damaged one counts as one. */
  readonly total: number;
  /** Intact records that the damage destroyed. */
  readonly lost: number;
  /** Changes the text of the whole file. Default: none. */
  readonly finish?: (file: string) => string;
};

/** A damage of the records behind the first one. `place` is an index from 1, `share` a part of its text. */
export type Damage = (records: readonly string[], place: number, share: number) => Damaged;

const LONG = "x".repeat(3_000_000);

const FOREIGN = [
  '{"kind":"telemetry","values":[1,2]}',
  '{"role":"user","content":"Also a message."}',
  '{"type":"user","uuid":"f1","parentUuid":null,"sessionId":"f","message":{"content":"Hi."}}',
];

/** Returns a text without its end, at least one character and not all. */
function torn(record: string, share: number): string {
  return record.slice(0, Math.max(1, Math.floor(share * (record.length - 1))));
}

function insert(text: (place: number) => string): Damage {
  return (records, place) => ({
    records: records.toSpliced(place, 0, text(place)),
    total: records.length + 1,
    lost: 0,
  });
}

/** The ways in which files of tools are damaged, by name. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  torn: (records, place, share) => ({
    records: records.with(place, torn(records[place] ?? "", share)),
    total: records.length,
    lost: 1,
  }),
  "torn before another record": (records, place, share) => ({
    records: records.toSpliced(
      place,
      2,
      torn(records[place] ?? "", share) + (records[place + 1] ?? ""),
    ),
    total: records.length,
    lost: 1,
  }),
  doubled: (records, place) => ({
    records: records.toSpliced(place, 0, records[place] ?? ""),
    total: records.length + 1,
    lost: 0,
  }),
  "with shuffled parents": (records, place) => {
    const key = /("parent\w*":)("[^"]*"|null)/;
    const parents = records.flatMap((record) => key.exec(record)?.[2] ?? []);
    let next = place;
    const shuffled = records.map((record) =>
      record.replace(key, (_, name: string) => `${name}${parents[(next += 1) % parents.length]}`),
    );
    return { records: shuffled, total: records.length, lost: 0 };
  },
  "behind a byte order mark": (records) => ({
    records,
    total: records.length,
    lost: 0,
    finish: (file) => `\uFEFF${file}`,
  }),
  "overwritten by NUL bytes": (records, place) => ({
    records: records.with(place, "\0".repeat(300)),
    total: records.length,
    lost: 1,
  }),
  "of 3 MB": (records, place) => ({
    records: records.with(place, (records[place] ?? "").replace("{", `{"padding":"${LONG}",`)),
    total: records.length,
    lost: 0,
  }),
  "without the end of the file": (records, place, share) => {
    const end = torn(records[place] ?? "", share);
    return {
      records: [...records.slice(0, place), end],
      total: place + 1,
      lost: records.length - place,
      finish: (file) => file.slice(0, file.lastIndexOf(end) + end.length),
    };
  },
  "of another version": insert(() => '{"type":"hologram","version":99,"layers":[{"a":1}]}'),
  empty: insert(() => "{}"),
  "of another tool": insert((place) => FOREIGN[place % FOREIGN.length] ?? ""),
};

/** Places and shares for a file with so many records. The last place has a record behind it. */
export function places(records: number): fc.Arbitrary<readonly [place: number, share: number]> {
  return fc.tuple(
    fc.integer({ min: 1, max: records - 2 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
}
