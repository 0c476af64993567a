import * as is from "../message/assert-message.ts";
import { record } from "../message/assert-state.ts";
import { isRecord } from "../message/json.ts";
import type { Keep } from "./keep.ts";
import { ABOVE, type IntakeOptions, type Policy, PREVIEW, type PruneOptions } from "./policy.ts";
import type { Trigger } from "./trigger.ts";

const flag = is.optional(is.flag);
const count = is.optional(is.count);
const share = is.optional(is.share);
const tokens = is.positive("tokens");

/** Checks an object that has no other fields. */
function settings(known: is.Fields): is.Check {
  const check = is.fields(known);
  return (value) => {
    const unknown = isRecord(value)
      ? Object.keys(value).find((key) => !Object.hasOwn(known, key))
      : undefined;
    return unknown === undefined
      ? check(value)
      : is.within(`.${unknown}`, { path: "", problem: " is not a setting of a policy" });
  };
}

type Variants<Value extends { readonly type: string }> = {
  readonly [Type in Value["type"]]: Record<
    Exclude<keyof Extract<Value, { readonly type: Type }>, "type">,
    is.Check
  >;
};

/** Checks one of several forms by its `type`. */
function form<Value extends { readonly type: string }>(variants: Variants<Value>): is.Check {
  const checks = Object.entries<is.Fields>(variants).map(
    ([type, known]) => [type, settings({ type: is.text, ...known })] as const,
  );
  return is.variant("type", Object.fromEntries(checks));
}

/** Checks a list with at least one element, whose check may contain this one. */
const several =
  (check: () => is.Check): is.Check =>
  (value) =>
    Array.isArray(value) && value.length === 0
      ? is.wrong(value, "expected at least one")
      : is.list(check())(value);

const trigger: is.Check = form<Trigger>({
  reserve: { tokens: count },
  share: { share: is.share },
  tokens: { tokens },
  items: { items: is.positive("items") },
  any: { of: several(() => trigger) },
  all: { of: several(() => trigger) },
});

const keep: is.Check = form<Keep>({
  tokens: { tokens },
  share: { share: is.share },
  turns: { turns: is.positive("turns") },
  items: { items: is.positive("items") },
  any: { of: several(() => keep) },
  all: { of: several(() => keep) },
});

const pruning = settings({
  trigger: is.optional(trigger),
  protectTokens: count,
  minimumSavings: count,
  protectedTools: is.optional(is.list(is.text)),
} satisfies Record<keyof PruneOptions, is.Check>);

const intake: is.Check = (value) => {
  const wrong = settings({
    above: is.optional(is.positive("tokens")),
    preview: is.optional(is.positive("tokens")),
    protectedTools: is.optional(is.list(is.text)),
  } satisfies Record<keyof IntakeOptions, is.Check>)(value);
  if (wrong !== null) return wrong;
  const { above = ABOVE, preview = PREVIEW } = value as IntakeOptions;
  return preview < above
    ? null
    : is.within(".preview", is.wrong(preview, `expected fewer tokens than above, ${above}`));
};

const progress: is.Check = (value) =>
  typeof value === "number" && value >= 0 && value < 1
    ? null
    : is.wrong(value, "expected a share of at least 0 and below 1");

const windowTokens: is.Check = (value) =>
  value === 0
    ? is.wrong(
        value,
        "expected a positive number of tokens; to turn compaction off, set policy.enabled to false",
      )
    : tokens(value);

const ofModel = {
  enabled: flag,
  check: is.optional(is.oneOf("before-request", "after-answer", "both", "after-overflow")),
  windowTokens: is.optional(windowTokens),
  workingWindowTokens: is.optional((value) => (value === null ? null : tokens(value))),
  trigger: is.optional(trigger),
  targetShare: share,
  keep: is.optional(keep),
  boundary: is.optional(is.oneOf("message", "user", "user-only")),
  keepUserTokens: count,
  rulesTokens: count,
  fileListTokens: count,
  prune: is.optional((value) => (value === "none" ? null : pruning(value))),
  intake: is.optional(intake),
  fileBytes: count,
  summaryTokens: is.optional(tokens),
  minimumProgress: is.optional(progress),
  autoContinue: flag,
  empty429IsOverflow: flag,
} satisfies Record<keyof Omit<Policy, "models">, is.Check>;

const limits = {
  requestBytes: is.optional(is.positive("bytes")),
  requestImages: count,
  requestFiles: count,
  requestMessages: is.optional(is.positive("messages")),
};

const policy = settings({
  ...ofModel,
  models: is.optional(record(settings({ ...ofModel, ...limits, bindsThinking: flag }))),
});

/**
 * Checks all settings, except whether they fit a window. A policy that is changed in place is not checked again.
 *
 * @param field the name of the value in the error
 * @throws `invalid-input` if one is not valid
 */
export function checkPolicy(value: unknown, field = "policy"): asserts value is Policy {
  is.assertValid(value, policy, field);
}
