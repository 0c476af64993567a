/**
 * A record of plain data: its keys and primitive values in order, with marks around them. Comparing a value with it takes
 * less time than writing the value as text, and notices an edit in place.
 */
export type ContentRecord = unknown[];

const OBJECT = Symbol("object");
const END = Symbol("end");
const LIST = Symbol("list");
const BYTES = Symbol("bytes");
const ADDRESS = Symbol("address");
/** Marks a value that cannot be compared, so that it never counts as unchanged. */
const INCOMPARABLE = Symbol("incomparable");

/** Appends a value to a record. */
export function recordContent(record: ContentRecord, value: unknown): void {
  if (typeof value !== "object" || value === null) record.push(value);
  else if (Array.isArray(value)) {
    record.push(LIST, value.length);
    for (const element of value) recordContent(record, element);
  } else if (value instanceof Uint8Array) record.push(BYTES, value.slice());
  else if (value instanceof URL) record.push(ADDRESS, value.href);
  else if (isPlain(value)) {
    record.push(OBJECT);
    for (const key in value) {
      record.push(key);
      recordContent(record, value[key]);
    }
    record.push(END);
  } else record.push(INCOMPARABLE);
}

/** Returns where the record of a value ends that begins at `place`; -1 if the value is not the recorded one. */
export function matchContent(record: ContentRecord, place: number, value: unknown): number {
  if (typeof value !== "object" || value === null) return record[place] === value ? place + 1 : -1;
  if (Array.isArray(value)) return matchList(record, place, value);
  if (record[place] === OBJECT) return isPlain(value) ? matchFields(record, place + 1, value) : -1;
  const recorded = record[place + 1];
  const isSame =
    record[place] === ADDRESS
      ? value instanceof URL && value.href === recorded
      : record[place] === BYTES && isSameBytes(recorded, value);
  return isSame ? place + 2 : -1;
}

function matchList(record: ContentRecord, place: number, list: readonly unknown[]): number {
  if (record[place] !== LIST || record[place + 1] !== list.length) return -1;
  let next = place + 2;
  for (let index = 0; index < list.length && next !== -1; index += 1)
    next = matchContent(record, next, list[index]);
  return next;
}

/** The loop over the keys is the one that engines run without a list of them. */
function matchFields(record: ContentRecord, place: number, value: Plain): number {
  let next = place;
  for (const key in value) {
    if (record[next] !== key) return -1;
    const field = value[key];
    next = record[next + 1] === field ? next + 2 : matchContent(record, next + 1, field);
    if (next === -1) return -1;
  }
  return record[next] === END ? next + 1 : -1;
}

function isSameBytes(left: unknown, right: object): boolean {
  return (
    left instanceof Uint8Array && right instanceof Uint8Array && Buffer.compare(left, right) === 0
  );
}

type Plain = Readonly<Record<string, unknown>>;

function isPlain(value: object): value is Plain {
  return value.constructor === Object || Object.getPrototypeOf(value) === null;
}
