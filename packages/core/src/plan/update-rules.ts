import { isSameRule, namedRule, replacementTest, type RuleStatement } from "@cutpoint/rules";
import type { Item } from "../message/item.ts";
import { isUserMessage, type Message } from "../message/message.ts";
import type { Rule } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** Returns what a message of the user states about rules. */
export type ReadRules = (message: Message) => readonly RuleStatement[];

/** How {@link updateRules} finds rules, and how large they may become together. */
export type RuleLimits = {
  readonly readRules: ReadRules;
  readonly maxTokens: number;
  readonly estimator: TokenEstimator;
};

/** Rules after a compaction, and the texts of those that it revoked or replaced. */
export type UpdatedRules = { readonly rules: readonly Rule[]; readonly revoked: readonly string[] };

/**
 * Returns the rules after a compaction: new rules of the user at the end, without revoked and replaced ones.
 *
 * Only text of the user is read. Kept items revoke and replace rules, but add none, since they are still visible. If the
 * rules exceed `maxTokens`, the oldest that the app did not add are left out.
 */
export function updateRules(
  rules: readonly Rule[],
  { compacted, kept }: { readonly compacted: readonly Item[]; readonly kept: readonly Item[] },
  limits: RuleLimits,
): UpdatedRules {
  const stated = new Set(rules.map(({ text }) => text));
  const entered = rulesAfter(rules, compacted, limits, stated);
  const current = new Set(rulesAfter(entered, kept, limits));
  const left = entered.filter((rule) => current.has(rule));
  for (const { text } of left) stated.delete(text);
  const isSame = left.length === rules.length && left.every((rule, place) => rule === rules[place]);
  return { rules: isSame ? rules : withinTokens(left, limits), revoked: [...stated] };
}

/** A rule has at least so many tokens. */
const LEAST_TOKENS = 4;

/** @param stated receives the texts of new rules, except for those that no longer fit */
function rulesAfter(
  rules: readonly Rule[],
  items: readonly Item[],
  { maxTokens, readRules }: RuleLimits,
  stated: Set<string> = new Set(),
): readonly Rule[] {
  // Each rule is compared with all others, so those that will not fit are left out early.
  const most = rules.length + Math.ceil(maxTokens / LEAST_TOKENS);
  const given = new Set(rules);
  let current = rules;
  /** The message of the user before. */
  let previousId: string | null = null;
  for (const { id, message } of items) {
    if (!isUserMessage(message)) continue;
    for (const statement of readRules(message))
      if (statement.type === "rule") {
        current = withRule(current, statement.text, id);
        stated.add(statement.text);
        if (current.length > most) {
          const oldest = current.find((rule) => !given.has(rule));
          stated.delete(oldest?.text ?? "");
          current = current.filter((rule) => rule !== oldest);
        }
      } else current = withoutRevoked(current, statement, [id, previousId]);
    previousId = id;
  }
  return current;
}

/** Adds a rule at the end and removes those that it replaces. A rule with the same words keeps its place. */
export function withRule(
  rules: readonly Rule[],
  text: string,
  sourceId: string | null,
): readonly Rule[] {
  if (rules.some((rule) => isSameRule(rule.text, text))) return rules;
  const isReplaced = replacementTest(text);
  return [...rules.filter((rule) => !isReplaced(rule.text)), { text, sourceId }];
}

/** Removes the rule that a statement names best. A revocation that names nothing removes the rule just before it. */
function withoutRevoked(
  rules: readonly Rule[],
  { text, type }: RuleStatement,
  recentIds: readonly (string | null)[],
): readonly Rule[] {
  const named = namedRule(
    text,
    rules.map((rule) => rule.text),
  );
  if (named !== null) return rules.filter((_, place) => place !== named);
  const isRecent = recentIds.includes(rules.at(-1)?.sourceId ?? "");
  return type === "revocation" && isRecent ? rules.slice(0, -1) : rules;
}

function withinTokens(
  rules: readonly Rule[],
  { estimator, maxTokens }: RuleLimits,
): readonly Rule[] {
  let left = maxTokens;
  const kept = new Set<Rule>();
  const byApp = rules.filter(({ sourceId }) => sourceId === null);
  for (const rule of [...byApp, ...rules.filter((each) => each.sourceId !== null).toReversed()]) {
    left -= ruleTokens(rule, estimator);
    if (left < 0 && rule.sourceId !== null) break;
    kept.add(rule);
  }
  return rules.filter((rule) => kept.has(rule));
}

function ruleTokens({ text }: Rule, estimator: TokenEstimator): number {
  return estimator.estimateText(`- ${text}\n`);
}
