import { failures } from "../failure.ts";
import { endpoints } from "../wire/endpoints.ts";
import { bodyRules } from "./body-rules.ts";
import type { RuleFacts } from "./rule.ts";

/** Every rule of every endpoint once, in the order in which they are checked. */
export const rules: readonly RuleFacts[] = [
  ...new Map<string, RuleFacts>(
    [...bodyRules, ...endpoints.flatMap((endpoint) => endpoint.rules)].map(
      ({ id, refuses, sources }) => [id, { id, refuses, sources }],
    ),
  ).values(),
];

/** All rules, and all failures that a script can ask for, as two tables of Markdown. */
export function rulesText(): string {
  return [
    "| rule | refuses | seen in |",
    "| --- | --- | --- |",
    ...rules.map(
      ({ id, refuses, sources }) => `| \`${id}\` | ${refuses} | ${sources.join(", ")} |`,
    ),
    "",
    "| failure | what happens | seen in |",
    "| --- | --- | --- |",
    ...failures.map(
      ({ name, happens, sources }) => `| \`${name}\` | ${happens} | ${sources.join(", ")} |`,
    ),
    "",
  ].join("\n");
}
