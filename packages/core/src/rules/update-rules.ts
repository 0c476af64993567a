import type { Item } from "../message/item.ts";
import { isUserMessage, textOf } from "../message/message.ts";
import type { Rule } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { FindRules, RuleStatement } from "./find-rules.ts";
import { likeness, sharedTerms, termsOf } from "./rule-terms.ts";

/** How {@link updateRules} finds rules, and how large they may become together. */
export type RuleLimits = {
  readonly findRules: FindRules;
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
  const entered = rulesAfter(rules, compacted, limits.findRules, (text) => stated.add(text));
  const current = new Set(rulesAfter(entered, kept, limits.findRules));
  const left = entered.filter((rule) => current.has(rule));
  for (const { text } of left) stated.delete(text);
  const isSame = left.length === rules.length && left.every((rule, place) => rule === rules[place]);
  return { rules: isSame ? rules : withinTokens(left, limits), revoked: [...stated] };
}

function rulesAfter(
  rules: readonly Rule[],
  items: readonly Item[],
  findRules: FindRules,
  onRule: (text: string) => unknown = () => null,
): readonly Rule[] {
  let current = rules;
  /** The message of the user before. */
  let previousId: string | null = null;
  for (const { id, message } of items) {
    if (!isUserMessage(message)) continue;
    for (const statement of findRules(textOf(message)))
      if (statement.type === "rule") {
        current = withRule(current, statement.text, id);
        onRule(statement.text);
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
  if (rules.some((rule) => isSameText(rule.text, text))) return rules;
  const terms = withoutNumbers(termsOf(text));
  return [...rules.filter((rule) => !isReplaced(rule.text, text, terms)), { text, sourceId }];
}

function isSameText(left: string, right: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(left) === plain(right);
}

/** The share of terms above which two statements are about the same thing. */
const SAME = 0.75;
const HALF = 0.5;

/** Translations of a rule are less alike: they share at most names and words of both languages. */
const ALIKE = 0.34;
const RELATED = 0.25;

/** A new value for a choice that can have only one, such as the language of the answers. */
const CHANGE =
  /(?<![\p{L}])(?:instead|actually|from now on|ab jetzt|künftig|statt|désormais|à partir de|plutôt|a partir de ahora|en vez|теперь|вместо|с этого момента|впредь)(?![\p{L}])|改|换|从现在|今后|今後|これから|代わり/iu;
const ANSWER =
  /(?<![\p{L}])(?:answer|reply|respond|speak|talk|antwort|sprich|schreib|répond|parle|écri|respond|contest|habl|escrib|отвеча|говори|пиши)\p{L}*|回答|回复|答え|返信|话|話/iu;

function isReplaced(old: string, text: string, terms: ReadonlySet<string>): boolean {
  const before = withoutNumbers(termsOf(old));
  const alike = likeness(old, text);
  const isSame = sharedTerms(before, terms) >= SAME && sharedTerms(terms, before) >= SAME;
  if (isSame && alike > ALIKE) return true;
  if (!CHANGE.test(text) || alike <= RELATED) return false;
  if (before.size > 1 && sharedTerms(before, terms) === 1) return true;
  return ANSWER.test(old) && ANSWER.test(text) && isOneChoice(before) && isOneChoice(terms);
}

/** Whether a statement about answers is only about one thing, such as their language. */
function isOneChoice(terms: ReadonlySet<string>): boolean {
  return [...terms].filter((term) => !ANSWER.test(term)).length === 1;
}

function withoutNumbers(terms: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...terms].filter((term) => !/^\p{N}/u.test(term)));
}

/** Removes the rule that a statement names best. A revocation that names nothing removes the rule just before it. */
function withoutRevoked(
  rules: readonly Rule[],
  { text, type }: RuleStatement,
  recentIds: readonly (string | null)[],
): readonly Rule[] {
  const terms = termsOf(text);
  const newest = rules.at(-1);
  if (terms.size === 0) {
    const isRecent = newest !== undefined && recentIds.includes(newest.sourceId ?? "");
    return type === "revocation" && isRecent ? rules.slice(0, -1) : rules;
  }
  let best: { readonly rule: Rule; readonly rank: number } | null = null;
  for (const rule of rules) {
    const named = termsOf(rule.text);
    const score = sharedTerms(terms, named);
    const isNamed = score === 1 || (score >= HALF && sharedTerms(named, terms) >= HALF);
    const rank = score + likeness(text, rule.text) / 10;
    if (isNamed && rank >= (best?.rank ?? 0)) best = { rule, rank };
  }
  return best === null ? rules : rules.filter((rule) => rule !== best.rule);
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
