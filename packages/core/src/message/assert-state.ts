import * as is from "./assert-message.ts";
import { isRecord } from "./json.ts";
import { assertReadableState, PREFIX_BLOCK_KINDS, STATE_VERSION } from "./state.ts";

const checkedStates = new WeakSet();

/**
 * Checks the fields of a compaction state that are read, once for each state. `parseState` of `@cutpoint/core/schema` checks all of them.
 *
 * @throws `invalid-input` if a field is not valid, `unsupported-version` if a newer release wrote the state
 */
export function assertUsableState(value: unknown): void {
  if (value === null || checkedStates.has(value as object)) return;
  is.assertValid(value, currentState, "state");
  checkedStates.add(value as object);
}

const currentState: is.Check = (given) => {
  if (given === undefined) return is.wrong(given, "expected null or the state of the last call");
  assertReadableState(given);
  return usableState(given);
};

export const orNull =
  (check: is.Check): is.Check =>
  (value) =>
    value === null ? null : check(value);
export const record =
  (check: is.Check): is.Check =>
  (value) => {
    if (!isRecord(value)) return is.wrong(value, "expected an object");
    for (const [key, entry] of Object.entries(value)) {
      const fault = check(entry);
      if (fault !== null) return is.within(`.${key}`, fault);
    }
    return null;
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

const prefixBlock: is.Check = is.object({
  part: (value) => is.fields({ type: is.oneOf("text", "file") })(value) ?? is.part(value),
  kind: is.oneOf(...PREFIX_BLOCK_KINDS),
  sourceId: orNull(is.text),
  origin: is.optional(
    is.object({
      by: is.oneOf("user", "assistant", "tool", "host", "summary"),
      name: is.optional(is.text),
    }),
  ),
  segment: is.optional(is.count),
  times: is.optional(is.count),
});

/** Checks the fields that are read. */
export const usableState: is.Check = is.fields({
  version: (value) =>
    value === 1 || value === STATE_VERSION ? null : is.wrong(value, `expected ${STATE_VERSION}`),
  compactedThrough: orNull(is.name),
  firstKeptId: orNull(is.name),
  lastSeenId: orNull(is.name),
  prefix: is.list(prefixBlock),
  rules: is.optional(is.list(is.object({ text: is.name }))),
  replacements: record(is.list(is.part)),
  pinned: record(is.text),
  digest: orNull(digest),
  compacted: is.object({ turnIds: texts }),
  calibrations: record(is.object({ ratio: is.count, constantTokens: is.count, samples: is.count })),
  limits: is.optional(record(record(is.count))),
  guard: is.object({ failures: is.count, tokensAtFailure: is.count }),
  cost: is.optional(
    is.object({
      compactions: is.count,
      rewrittenTokens: is.count,
      summaryCalls: is.count,
      summaryUsage: record(is.count),
      dollars: orNull(is.count),
    }),
  ),
  thinking: is.optional(is.object({})),
});
