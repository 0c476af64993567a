import * as is from "../message/assert-message.ts";
import { record } from "../message/assert-state.ts";
import { isRecord } from "../message/json.ts";
import type { LimitedPolicy, Policy, PruneOptions } from "./policy.ts";

/** Numbers and triggers are checked with the window. */
const later: is.Check = () => null;
const flag = is.optional(is.flag);

/** Checks an object that has no other fields. */
function settings(known: is.Fields): is.Check {
  const check = is.fields(known);
  return (value) => {
    const unknown = isRecord(value) ? Object.keys(value).find((key) => !(key in known)) : undefined;
    return unknown === undefined
      ? check(value)
      : is.within(`.${unknown}`, { path: "", problem: " is not a setting of a policy" });
  };
}

const pruning = settings({
  trigger: later,
  protectTokens: later,
  minimumSavings: later,
  protectedTools: is.optional(is.list(is.text)),
  superseded: flag,
  useless: flag,
} satisfies Record<keyof PruneOptions, is.Check>);

const ofModel = {
  enabled: flag,
  check: is.optional(is.oneOf("before-request", "after-answer", "both", "after-overflow")),
  windowTokens: later,
  workingWindowTokens: later,
  trigger: later,
  targetShare: later,
  keep: later,
  boundary: is.optional(is.oneOf("message", "user", "user-only")),
  keepUserTokens: later,
  rulesTokens: later,
  fileListTokens: later,
  truncateLastUserMessage: flag,
  prune: is.optional((value) => (value === "none" ? null : pruning(value))),
  fileBytes: later,
  summaryTokens: later,
  minimumProgress: later,
  autoContinue: flag,
  empty429IsOverflow: flag,
  mostTokens: later,
} satisfies Record<keyof Omit<LimitedPolicy, "models">, is.Check>;

const limits = {
  outputTokens: later,
  requestBytes: later,
  requestImages: later,
  requestFiles: later,
  requestMessages: later,
};
const policy = settings({
  ...ofModel,
  models: is.optional(record(settings({ ...ofModel, ...limits, bindsThinking: flag }))),
});

/**
 * Checks the names of all settings, and those that are not numbers.
 *
 * @throws `invalid-input` if one is not valid
 */
export function checkPolicy(value: Policy): void {
  is.assertValid(value, policy, "policy");
}
