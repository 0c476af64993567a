import * as is from "./assert-message.ts";
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
  is.readable(field, () => {
    assertReadableState(value, field);
    is.assertFields(value, STATE, field);
  });
}

const orNull =
  (check: is.Check): is.Check =>
  (value, field) => {
    if (value !== null) check(value, field);
  };
const record =
  (check: is.Check): is.Check =>
  (value, field) => {
    for (const [key, entry] of Object.entries(is.assertRecord(value, field)))
      check(entry, `${field}.${key}`);
  };

const PART_TYPE = /^(?:text|reasoning|tool-call|file|other)$/u;

const part: is.Check = (value, field) => {
  if (!isRecord(value) || !PART_TYPE.test(String(value["type"])))
    throw invalidInput(field, value, "expected a part of a message");
  is.object(value["type"] === "text" ? { text: is.text } : {})(value, field);
};

const texts = is.list(is.text);
const digest = is.object({
  filesRead: texts,
  filesModified: texts,
  artifacts: is.list(is.object({ path: is.text, sourcesUsed: texts })),
  searches: is.list(is.object({ tool: is.text, query: is.text, paths: texts, turnIds: texts })),
  commands: is.list(is.object({ command: is.text, files: texts })),
  hidden: is.list(is.object({ id: is.text, replacement: is.text })),
});

const STATE: is.Fields = {
  version(value, field) {
    if (value !== STATE_VERSION) throw invalidInput(field, value, `expected ${STATE_VERSION}`);
  },
  compactedThrough: orNull(is.name),
  firstKeptId: orNull(is.name),
  lastSeenId: orNull(is.name),
  prefix: is.list(is.object({ part })),
  replacements: record(is.list(part)),
  pinned: record(is.text),
  digest: orNull(digest),
  compacted: is.object({ turnIds: texts }),
  calibrations: record(is.object({ ratio: is.count, constantTokens: is.count, samples: is.count })),
  guard: is.object({ failures: is.count, tokensAtFailure: is.count }),
  thinking: is.optional(is.object({})),
};
