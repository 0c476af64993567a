import { invalidInput } from "./error.ts";
import { isRecord } from "./json.ts";
import { assertReadableState, STATE_VERSION } from "./state.ts";

/**
 * Checks the fields of a compaction state that are read. `parseState` of `@cutpoint/core/schema` checks all of them.
 *
 * @throws `invalid-input` if a field is not valid, `unsupported-version` if a newer release wrote the state
 */
export function assertUsableState(value: unknown, field = "state"): void {
  if (value === null) return;
  assertReadableState(value, field);
  if (!isRecord(value)) throw invalidInput(field, value, "expected a compaction state or null");
  for (const [name, { is, expected }] of FIELDS)
    if (!is(value[name])) throw invalidInput(`${field}.${name}`, value[name], expected);
  const { compacted, digest, prefix, replacements } = value;
  for (const [index, block] of (prefix as readonly unknown[]).entries()) {
    if (!isRecord(block)) throw invalidInput(`${field}.prefix[${index}]`, block, OBJECT.expected);
    assertPart(block["part"], `${field}.prefix[${index}].part`);
  }
  for (const [itemId, parts] of Object.entries(replacements as Fields)) {
    const name = `${field}.replacements.${itemId}`;
    if (!Array.isArray(parts)) throw invalidInput(name, parts, LIST.expected);
    for (const [index, part] of parts.entries()) assertPart(part, `${name}[${index}]`);
  }
  if (isRecord(digest)) assertLists(digest, DIGEST_LISTS, `${field}.digest`);
  assertLists(compacted as Fields, ["turnIds"], `${field}.compacted`);
}

type Fields = Readonly<Record<string, unknown>>;
type Check = { readonly is: (value: unknown) => boolean; readonly expected: string };

const ID_OR_NULL: Check = {
  is: (value) => value === null || (typeof value === "string" && value !== ""),
  expected: "expected the id of an item or null",
};
const LIST: Check = { is: Array.isArray, expected: "expected an array" };
const OBJECT: Check = { is: isRecord, expected: "expected an object" };
const FIELDS: readonly (readonly [field: string, check: Check])[] = [
  ["version", { is: (value) => value === STATE_VERSION, expected: `expected ${STATE_VERSION}` }],
  ["compactedThrough", ID_OR_NULL],
  ["firstKeptId", ID_OR_NULL],
  ["lastSeenId", ID_OR_NULL],
  ["prefix", LIST],
  ["replacements", OBJECT],
  ["pinned", OBJECT],
  [
    "digest",
    { is: (value) => value === null || isRecord(value), expected: "expected an object or null" },
  ],
  ["compacted", OBJECT],
  ["calibrations", OBJECT],
  ["guard", OBJECT],
  ["thinking", { ...OBJECT, is: (value) => value === undefined || isRecord(value) }],
];
const DIGEST_LISTS = ["filesRead", "filesModified", "artifacts", "searches", "commands", "hidden"];

function assertLists(fields: Fields, names: readonly string[], field: string): void {
  for (const name of names)
    if (!Array.isArray(fields[name]))
      throw invalidInput(`${field}.${name}`, fields[name], LIST.expected);
}

const PART_TYPE = /^(?:text|reasoning|tool-call|file|other)$/u;

function assertPart(part: unknown, field: string): void {
  if (!isRecord(part) || !PART_TYPE.test(String(part["type"])))
    throw invalidInput(field, part, "expected a part of a message");
  if (part["type"] === "text" && typeof part["text"] !== "string")
    throw invalidInput(`${field}.text`, part["text"], "expected a string");
}
