import { CutpointError, invalidInput } from "./error.ts";
import { MARK_VERSION } from "./mark.ts";

/**
 * Lets pass every mark that this release can read.
 *
 * @throws `unsupported-version` naming the release that is needed
 */
export function requireReadableMark(value: unknown, field = "mark"): void {
  const { version, requires } = (value ?? {}) as { version?: unknown; requires?: unknown };
  if (typeof version !== "number" || version <= MARK_VERSION) return;
  throw new CutpointError(
    "unsupported-version",
    `${field}.version is ${version}: this release of @cutpoint/core reads marks up to ${MARK_VERSION}; ` +
      `use @cutpoint/core ${typeof requires === "string" ? requires : "of a later release"} or newer`,
  );
}

type Check = { readonly is: (value: unknown) => boolean; readonly remedy: string };

const TEXT_OR_NULL: Check = {
  is: (value) => value === null || (typeof value === "string" && value !== ""),
  remedy: "it should be an item's id or null",
};
const LIST: Check = { is: Array.isArray, remedy: "it should be a list" };
const OBJECT: Check = { is: isRecord, remedy: "it should be an object" };
const FIELDS: readonly (readonly [field: string, check: Check])[] = [
  ["version", { is: (value) => value === MARK_VERSION, remedy: `it should be ${MARK_VERSION}` }],
  ["coveredThrough", TEXT_OR_NULL],
  ["firstKeptId", TEXT_OR_NULL],
  ["seenThrough", TEXT_OR_NULL],
  ["head", LIST],
  ["replaced", OBJECT],
  ["pinned", OBJECT],
  [
    "digest",
    { is: (value) => value === null || isRecord(value), remedy: "it should be an object or null" },
  ],
  ["covered", OBJECT],
  ["calibrations", OBJECT],
  ["guard", OBJECT],
];
const DIGEST_LISTS = ["filesRead", "filesModified", "artifacts", "searches", "commands", "hidden"];

/**
 * Lets pass `null`, and a mark that has the fields that are read, each of the right sort. Costs a glance at each piece of
 * its head, and no more; `parseMark` checks everything.
 *
 * @throws `invalid-input` naming the field, `unsupported-version` where a newer release wrote the mark
 */
export function requireUsableMark(value: unknown, field = "mark"): void {
  if (value === null) return;
  requireReadableMark(value, field);
  if (!isRecord(value)) throw invalidInput(field, value, "it should be a mark or null");
  for (const [name, { is, remedy }] of FIELDS)
    if (!is(value[name])) throw invalidInput(`${field}.${name}`, value[name], remedy);
  const { covered, digest, head, replaced } = value;
  (head as readonly unknown[]).forEach((piece, index) => {
    if (!isRecord(piece)) throw invalidInput(`${field}.head[${index}]`, piece, OBJECT.remedy);
    requirePart(piece["part"], `${field}.head[${index}].part`);
  });
  for (const [itemId, parts] of Object.entries(replaced as object) as [string, unknown][]) {
    const name = `${field}.replaced.${itemId}`;
    if (!Array.isArray(parts)) throw invalidInput(name, parts, LIST.remedy);
    parts.forEach((part, index) => requirePart(part, `${name}[${index}]`));
  }
  if (isRecord(digest)) requireLists(digest, DIGEST_LISTS, `${field}.digest`);
  requireLists(covered as Fields, ["turnIds"], `${field}.covered`);
}

type Fields = Readonly<Record<string, unknown>>;

function requireLists(fields: Fields, names: readonly string[], field: string): void {
  for (const name of names)
    if (!Array.isArray(fields[name]))
      throw invalidInput(`${field}.${name}`, fields[name], LIST.remedy);
}

function requirePart(part: unknown, field: string): void {
  if (!isRecord(part) || typeof part["type"] !== "string")
    throw invalidInput(field, part, "it should be a part of a message");
  if (part["type"] === "text" && typeof part["text"] !== "string")
    throw invalidInput(`${field}.text`, part["text"], "it should be a text");
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
