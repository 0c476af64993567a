import * as z from "zod/mini";
import type { Policy } from "../plan/policy.ts";
import { type Issue, parseWith } from "./parse-with.ts";

const amount = z.number().check(z.positive());
const count = z.number().check(z.nonnegative());
const share = z.number().check(z.positive(), z.lte(1));

const trigger: z.ZodMiniType = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("reserve"), tokens: z.optional(count) }),
  z.strictObject({ type: z.literal("share"), share }),
  z.strictObject({ type: z.literal("tokens"), tokens: amount }),
  z.strictObject({ type: z.literal("items"), items: amount }),
  z.strictObject({
    type: z.literal(["any", "all"]),
    of: z.array(z.lazy(() => trigger)).check(z.minLength(1)),
  }),
]);

const keep: z.ZodMiniType = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("tokens"), tokens: amount }),
  z.strictObject({ type: z.literal("share"), share }),
  z.strictObject({ type: z.literal("turns"), turns: amount }),
  z.strictObject({ type: z.literal("items"), items: amount }),
  z.strictObject({
    type: z.literal(["any", "all"]),
    of: z.array(z.lazy(() => keep)).check(z.minLength(1)),
  }),
]);

const pruning = z.strictObject({
  trigger: z.optional(trigger),
  protectTokens: z.optional(count),
  minimumSavings: z.optional(count),
  protectedTools: z.optional(z.array(z.string())),
  superseded: z.optional(z.boolean()),
  useless: z.optional(z.boolean()),
});

const settings = {
  enabled: z.optional(z.boolean()),
  workingWindowTokens: z.optional(z.nullable(amount)),
  check: z.optional(z.enum(["before-request", "after-answer", "both", "after-overflow"])),
  trigger: z.optional(trigger),
  targetShare: z.optional(share),
  keep: z.optional(keep),
  boundary: z.optional(z.enum(["message", "user", "user-only"])),
  keepUserTokens: z.optional(count),
  rulesTokens: z.optional(count),
  fileListTokens: z.optional(count),
  truncateLastUserMessage: z.optional(z.boolean()),
  prune: z.optional(z.union([z.literal("none"), pruning])),
  fileBytes: z.optional(count),
  summaryTokens: z.optional(amount),
  minimumProgress: z.optional(z.number().check(z.nonnegative(), z.lt(1))),
  autoContinue: z.optional(z.boolean()),
  empty429IsOverflow: z.optional(z.boolean()),
};

const policy = z.strictObject({
  windowTokens: z.optional(amount),
  ...settings,
  models: z.optional(
    z.record(
      z.string(),
      z.strictObject({
        windowTokens: z.optional(amount),
        outputTokens: z.optional(amount),
        requestBytes: z.optional(amount),
        requestImages: z.optional(count),
        bindsThinking: z.optional(z.boolean()),
        ...settings,
      }),
    ),
  ),
});

/**
 * Returns a policy after checking it. Settings that depend on the window are checked once the window is known.
 *
 * @param field the name of the value in the error
 * @throws `invalid-input` if it is not a policy; the error names the field
 */
export function parsePolicy(value: unknown, field = "policy"): Policy {
  return parseWith(policy, value, field, expectedBy) as Policy;
}

function expectedBy(issue: Issue): string | null {
  if (issue.code === "unrecognized_keys") return "expected a setting of a policy";
  if (issue.code !== "invalid_union") return null;
  if (issue.discriminator !== "type") return 'expected "none" or an object of settings';
  return issue.path.includes("keep")
    ? "expected tokens, share, turns, items, any or all"
    : "expected reserve, share, tokens, items, any or all";
}
