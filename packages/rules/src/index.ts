export { isSameRule, namedRule, replacementTest } from "./compare-rules.ts";
export type { FindRules, RuleStatement } from "./find-rules.ts";
export { findRules } from "./find-rules.ts";
