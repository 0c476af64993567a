import * as is from "../message/assert-message.ts";
import { orNull, record, usableState } from "../message/assert-state.ts";
import { assertReadableState, type CompactionState } from "../message/state.ts";

const number: is.Check = (value) =>
  Number.isFinite(value) ? null : is.wrong(value, "expected a number");

/** Checks the fields that are only passed on. */
const otherFields = is.fields({
  requires: is.text,
  rules: is.optional(is.list(is.fields({ sourceId: orNull(is.text) }))),
  digest: orNull(
    is.fields({
      artifacts: is.list(is.fields({ mime: orNull(is.text), visibility: orNull(is.text) })),
      commands: is.list(is.fields({ exitCode: orNull(number) })),
    }),
  ),
  memory: is.optional(is.json),
  compacted: is.fields({ items: is.count, from: orNull(number), to: orNull(number) }),
  isChat: is.optional(is.flag),
  calibrations: record(is.fields({ estimatedTokens: is.count, reportedTokens: is.count })),
  guard: is.fields({
    compactedAtItemId: orNull(is.name),
    recoveredUserMessageId: orNull(is.name),
    failedUserMessageId: orNull(is.name),
  }),
  thinking: is.optional(
    is.fields({ requestKey: orNull(is.text), validAfter: orNull(is.name), isBound: is.flag }),
  ),
  subAgents: is.optional(is.list(is.name)),
});

/**
 * Returns a compaction state after checking it.
 *
 * @throws `unsupported-version` if a newer release wrote it, `invalid-input` if it is not a state
 */
export function parseState(value: unknown, field = "state"): CompactionState {
  assertReadableState(value, field);
  is.assertValid(value, (given) => otherFields(given) ?? usableState(given), field);
  return value as CompactionState;
}
