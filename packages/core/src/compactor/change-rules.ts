import { invalidInput } from "../message/error.ts";
import { type CompactionState, emptyState, type Rule } from "../message/state.ts";
import { ruleBlocks } from "../plan/summary-frame.ts";
import { withRule } from "../plan/update-rules.ts";

/** The length limit of a rule, in UTF-16 units. */
const MAX_CHARACTERS = 2_000;

/** The rules of the app in one state. Every view has all of them, and a new one is compared with each. */
const MAX_RULES = 100;

/**
 * Adds a rule of the app at the end and removes rules that it replaces. It stays until it is replaced, revoked or removed.
 *
 * @throws `invalid-input` if the text is blank or has more than 2,000 characters, or if the app added 100 other rules
 */
export function addRule(state: CompactionState | null, text: string): CompactionState {
  if (typeof text !== "string" || text.trim() === "" || text.length > MAX_CHARACTERS)
    throw invalidInput("text", text, `expected a text of at most ${MAX_CHARACTERS} characters`);
  const before = state ?? emptyState();
  const others = (before.rules ?? []).filter((rule) => rule.text !== text);
  const rules = withRule(others, text, null);
  if (rules.filter(({ sourceId }) => sourceId === null).length > MAX_RULES)
    throw invalidInput("text", text, `expected at most ${MAX_RULES} rules: remove one first`);
  return withRules(before, rules);
}

/** Removes the rule with exactly this text. Without such a rule, the state is returned as it is. */
export function removeRule(state: CompactionState, text: string): CompactionState {
  const { rules = [] } = state;
  const others = rules.filter((rule) => rule.text !== text);
  return others.length === rules.length ? state : withRules(state, others);
}

/** Sets the rules of a state, and of its prefix if it has one. */
export function withRules(state: CompactionState, rules: readonly Rule[]): CompactionState {
  const { rules: _before, ...rest } = state;
  const others = state.prefix.filter(({ kind }) => kind !== "rules");
  const start = others.findLastIndex(({ kind }) => kind === "system" || kind === "preamble") + 1;
  const blocks = others.length === 0 ? [] : ruleBlocks(rules);
  return {
    ...rest,
    prefix: [...others.slice(0, start), ...blocks, ...others.slice(start)],
    ...(rules.length === 0 ? {} : { rules }),
  };
}
