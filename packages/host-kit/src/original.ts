import { type Json, type Message, textOf } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";

type Fields = { readonly [key: string]: Json };

/**
 * Adds to a message how its host's form differs from the one that is built of its parts.
 *
 * @param adapter the key in `adapterMetadata`
 */
export function withOriginal(
  message: Message,
  adapter: string,
  original: Json,
  built: Json,
): Message {
  const difference = differenceOf(original, built, textOf(message));
  return difference === null ? message : { ...message, adapterMetadata: { [adapter]: difference } };
}

/** Returns the host's form of a message of {@link withOriginal}; `undefined` if it was not different or is of another host. */
export function originalOf(message: Message, adapter: string, built: Json): Json | undefined {
  const difference = isRecord(message.adapterMetadata)
    ? message.adapterMetadata[adapter]
    : undefined;
  return isRecord(difference) ? withDifference(built, difference, textOf(message)) : undefined;
}

/** Replaces the text of the message in a difference, so that it is stored once. */
const SAME_TEXT = { text$: true } as const;

/**
 * Returns the changes that turn one JSON value into another; `null` if both are the same.
 *
 * `set` is the whole value. `fields`, `absent` and `entries` change the content of an object or a list.
 *
 * @param text replaced by a reference in the values of `original`
 */
function differenceOf(original: Json, built: Json, text: string): Json | null {
  if (original === built) return null;
  if (isList(original) && isList(built) && original.length === built.length) {
    const entries = original.map((entry, index) => differenceOf(entry, built[index] as Json, text));
    return entries.every((entry) => entry === null) ? null : { entries };
  }
  if (!isFields(original) || !isFields(built)) return { set: withoutText(original, text) };
  const fields = Object.entries(original).flatMap(([key, value]) => {
    const inner = Object.hasOwn(built, key)
      ? differenceOf(value, built[key] as Json, text)
      : { set: withoutText(value, text) };
    return inner === null ? [] : [[key, inner] as const];
  });
  const absent = Object.keys(built).filter((key) => !Object.hasOwn(original, key));
  if (fields.length === 0 && absent.length === 0) return null;
  return {
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
    ...(absent.length === 0 ? {} : { absent }),
  };
}

/** Restores the original of {@link differenceOf}. */
function withDifference(built: Json, difference: unknown, text: string): Json {
  if (!isRecord(difference)) return built;
  const { set, entries, fields, absent } = difference;
  if (set !== undefined) return withText(set as Json, text);
  if (Array.isArray(entries) && isList(built))
    return built.map((entry, index) => withDifference(entry, entries[index], text));
  if (!isFields(built)) return built;
  const absentKeys = new Set<unknown>(Array.isArray(absent) ? absent : []);
  const changed = Object.entries(isRecord(fields) ? fields : {}).map(([key, inner]) => [
    key,
    withDifference(built[key] ?? null, inner, text),
  ]);
  return {
    ...Object.fromEntries(Object.entries(built).filter(([key]) => !absentKeys.has(key))),
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
  return mapInner(value, (inner) => withoutText(inner, text));
}

function withText(value: Json, text: string): Json {
  if (isRecord(value) && value["text$"] === true) return text;
  return mapInner(value, (inner) => withText(inner, text));
}

function mapInner(value: Json, change: (inner: Json) => Json): Json {
  if (isList(value)) return value.map(change);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}
