import { invalidInput } from "./error.ts";
import { getOwn, isRecord } from "./json.ts";
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
  if (isRecord(digest)) assertDigest(digest, `${field}.digest`);
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
/** The lists of a digest, with the texts and the lists of their entries; `null` for lists of paths. */
const DIGEST_LISTS: Readonly<Record<string, readonly [texts: string[], lists: string[]] | null>> = {
  filesRead: null,
  filesModified: null,
  artifacts: [["path"], ["sourcesUsed"]],
  searches: [
    ["tool", "query"],
    ["paths", "turnIds"],
  ],
  commands: [["command"], ["files"]],
  hidden: [["id", "replacement"], []],
};

function assertDigest(digest: Fields, field: string): void {
  assertLists(digest, Object.keys(DIGEST_LISTS), field);
  for (const [name, fields] of Object.entries(DIGEST_LISTS))
    for (const [index, entry] of (digest[name] as readonly unknown[]).entries()) {
      const at = `${field}.${name}[${index}]`;
      if (fields === null) assertText(entry, at);
      else if (!isRecord(entry)) throw invalidInput(at, entry, OBJECT.expected);
      else {
        const [texts, lists] = fields;
        for (const text of texts) assertText(entry[text], `${at}.${text}`);
        assertLists(entry, lists, at);
      }
    }
}

function assertText(value: unknown, field: string): void {
  if (typeof value !== "string") throw invalidInput(field, value, "expected a string");
}

function assertLists(fields: Fields, names: readonly string[], field: string): void {
  for (const name of names)
    if (!Array.isArray(fields[name]))
      throw invalidInput(`${field}.${name}`, fields[name], LIST.expected);
}

/** The texts of each kind of part that a state contains. */
const PART_TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  reasoning: ["text"],
  "tool-call": ["callId", "name", "arguments"],
  file: ["mediaType", "url"],
  other: ["kind"],
};

function assertPart(part: unknown, field: string): void {
  const texts = isRecord(part) ? getOwn(PART_TEXTS, String(part["type"])) : undefined;
  if (!isRecord(part) || texts === undefined)
    throw invalidInput(field, part, "expected a part of a message");
  for (const name of texts) assertText(part[name], `${field}.${name}`);
}
