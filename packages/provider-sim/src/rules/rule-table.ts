import { failures } from "../failure.ts";
import { endpoints } from "../wire/endpoints.ts";
import { bodyRules } from "./body-rules.ts";
import type { RuleFacts } from "./rule.ts";

/** All rules in the order in which they are checked. A rule of several endpoints is listed once. */
export const rules: readonly RuleFacts[] = [
  ...new Map<string, RuleFacts>(
    [...bodyRules, ...endpoints.flatMap((endpoint) => endpoint.rules)].map(
      ({ id, refuses, sources }) => [id, { id, refuses, sources }],
    ),
  ).values(),
];

/** Returns all rules and all scripted failures as two Markdown tables. */
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
