import type { Json } from "@cutpoint/core";
import { isSameJson } from "@cutpoint/session/store";
import { isRecord } from "./json.ts";

type Fields = { readonly [key: string]: Json };

/** Stands in a difference for the text of the message, which is not written twice. */
const SAME_TEXT = { text$: true } as const;

/**
 * What makes one JSON value out of another: `set` gives it whole, `fields`, `absent` and `entries` change what is inside.
 * `null` where they are the same.
 *
 * @param text is told by reference wherever it is a value of `wanted`
 */
export function differenceOf(wanted: Json, built: Json, text: string): Json | null {
  if (isSameJson(wanted, built)) return null;
  if (isList(wanted) && isList(built) && wanted.length === built.length) {
    const entries = wanted.map((entry, index) => differenceOf(entry, built[index] ?? null, text));
    return { entries };
  }
  if (!isFields(wanted) || !isFields(built)) return { set: withoutText(wanted, text) };
  const fields = Object.entries(wanted).flatMap(([key, value]) => {
    const inner = Object.hasOwn(built, key)
      ? differenceOf(value, built[key] ?? null, text)
      : { set: withoutText(value, text) };
    return inner === null ? [] : [[key, inner] as const];
  });
  const absent = Object.keys(built).filter((key) => !Object.hasOwn(wanted, key));
  return {
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
    ...(absent.length === 0 ? {} : { absent }),
  };
}

/** The value that a difference was made for. */
export function withDifference(built: Json, difference: unknown, text: string): Json {
  if (!isRecord(difference)) return built;
  const { set, entries, fields, absent } = difference;
  if (set !== undefined) return withText(set as Json, text);
  if (Array.isArray(entries) && isList(built))
    return built.map((entry, index) => withDifference(entry, entries[index], text));
  if (!isFields(built)) return built;
  const gone = new Set<unknown>(Array.isArray(absent) ? absent : []);
  const changed = Object.entries(isRecord(fields) ? fields : {}).map(([key, inner]) => [
    key,
    withDifference(built[key] ?? null, inner, text),
  ]);
  return {
    ...Object.fromEntries(Object.entries(built).filter(([key]) => !gone.has(key))),
    ...(Object.fromEntries(changed) as Fields),
  };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isFields(value: Json): value is Fields {
  return isRecord(value);
}

function withoutText(value: Json, text: string): Json {
  if (value === text && text !== "") return SAME_TEXT;
  return mapped(value, (inner) => withoutText(inner, text));
}

function withText(value: Json, text: string): Json {
  if (isRecord(value) && value["text$"] === true) return text;
  return mapped(value, (inner) => withText(inner, text));
}

function mapped(value: Json, change: (inner: Json) => Json): Json {
  if (isList(value)) return value.map(change);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}
