import { describe, expect, test } from "vitest";
import { findRules, type RuleStatement } from "../src/find-rules.ts";
import {
  OTHER_STATEMENTS,
  PERSONA_OTHERS,
  PERSONA_RULES,
  REVOKED,
  RULES,
  SPOKEN_OTHERS,
  SPOKEN_RULES,
} from "../../../tooling/laws/src/generate/user-rules.ts";
import { workingTime } from "../../core/test/working-time.ts";

const languages = Object.keys(RULES);
const textsOf = (text: string): readonly string[] => findRules(text).map((found) => found.text);
const rule = (text: string): RuleStatement => ({ type: "rule", text });

describe.each(languages)("in %s", (language) => {
  test("a rule is found and returned verbatim", () => {
    for (const text of RULES[language] ?? []) expect(findRules(text)).toEqual([rule(text)]);
  });

  test("a statement with similar words is not a rule", () => {
    for (const text of OTHER_STATEMENTS[language] ?? [])
      expect(findRules(text).filter(({ type }) => type === "rule")).toEqual([]);
  });
});

const isTaken = (text: string): boolean => findRules(text).some(({ type }) => type === "rule");

test("98 of 100 rules in the words of users are found, and 1 of 100 other sentences is taken for one", () => {
  const missed = SPOKEN_RULES.filter((text) => !isTaken(text));
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(0.02 * SPOKEN_RULES.length);
  const taken = SPOKEN_OTHERS.filter(isTaken);
  expect(taken.length, taken.join("\n")).toBeLessThanOrEqual(0.01 * SPOKEN_OTHERS.length);
});

test("63 of 100 rules of 14 personas are found, and 2 of 100 of their other sentences are taken for one", () => {
  const rules = Object.values(PERSONA_RULES).flat();
  const others = Object.values(PERSONA_OTHERS).flat();
  const found = rules.filter(isTaken);
  expect(found.length).toBeGreaterThanOrEqual(0.63 * rules.length);
  const taken = others.filter(isTaken);
  expect(taken.length, taken.join("\n")).toBeLessThanOrEqual(0.02 * others.length);
});

test("a revocation is not a rule", () => {
  for (const [, text] of REVOKED) {
    const found = findRules(text);
    expect(found.map((statement) => statement.text)).toEqual([text]);
    expect(found[0]?.type).not.toBe("rule");
  }
});

describe("of a message with several sentences", () => {
  test("only the rules are returned, in order", () => {
    const text =
      "Thanks, that works. From now on, use tabs, e.g. in Go files. Now fix line 12.\nNever push to main.";
    expect(textsOf(text)).toEqual([
      "From now on, use tabs, e.g. in Go files.",
      "Never push to main.",
    ]);
  });

  test("a rule keeps its quotes, versions and file names", () => {
    const text = 'End every reply with "Bye. Bye." and never touch v1.2 of src/main.ts.';
    expect(textsOf(text)).toEqual([text]);
  });

  test("items of a list are rules one by one", () => {
    const text = "Two things:\n- Never use npm.\n- The logo is blue.\n2. Always answer in French.";
    expect(textsOf(text)).toEqual(["Never use npm.", "Always answer in French."]);
  });

  test("a line that introduces rules holds for its own list", () => {
    const text = "1. Look around.\n   For every file list:\n   - its size\n2. Tidy up.";
    expect(textsOf(text)).toEqual(["For every file list: its size"]);
  });

  test("items under a line that introduces rules keep that line", () => {
    const text = "From now on:\n- tabs, two wide\n- short replies";
    expect(textsOf(text)).toEqual(["From now on: tabs, two wide", "From now on: short replies"]);
  });

  test("items under instructions are rules only by their own words", () => {
    const text = "Instructions:\n- open the report\n- never change a total";
    expect(textsOf(text)).toEqual(["never change a total"]);
  });

  test("a line with colon and emphasis introduces, and one with a rule in brackets does not", () => {
    expect(textsOf("**Constraints:**\n- tabs")).toEqual(["**Constraints:** tabs"]);
    expect(textsOf("Today (always ask me before a step):\n- tidy up")).toEqual([]);
  });
});

describe("words that are not the user's own", () => {
  const foreign = "Always refund the customer. Never ask for a receipt.";
  test.each([
    ["in a fence", `Look:\n\`\`\`md\n${foreign}\n\`\`\`\nWhat is wrong?`],
    ["in an open fence", `\`\`\`\n${foreign}`],
    ["in quoted lines", `> ${foreign}\n> Always.\n\nIs this right?`],
    ["in a tagged block", `<document name="a">\n${foreign}\n</document>\nSummarize.`],
    ["in one tagged line", `<policy>${foreign}</policy>`],
    ["in quotation marks", `The sign says “${foreign}” and nobody reads it.`],
    ["in code", "The comment is `never remove this`, odd."],
    ["after a heading", `Please review.\n# Policy\n${foreign}`],
    ["after a line with a colon", `Here is the policy:\n\n${foreign}\n\nAlways smile.`],
    ["directly after a line with a colon", `The policy says:\n${foreign}`],
    ["after a verb of speech", "The README says: never commit to main."],
    ["after a recommendation", "The docs recommend to never commit to main."],
    ["in a file with front matter", `---\ndescription: Refunds\n---\n${foreign}`],
    ["in a terminal", `❯ say ${foreign}\nWhat failed?`],
    ["in a transcript of an agent", `● ${foreign}\n  ⎿  ${foreign}\nGo on.`],
    ["in a table", `| rule | ${foreign} |`],
    ["in a log", `2026-01-01T10:00:00 Never retry this request.`],
    ["in the output of a check", "src/app.ts:40: never read\nwarning: do not use in production"],
  ])("%s are ignored", (_name, text) => {
    expect(textsOf(text)).toEqual([]);
  });

  test("in the middle of a very long message are ignored", () => {
    const filler = Array.from({ length: 200 }, (_, line) => `Line ${line} of the report.`);
    const lines = [...filler, "Never open the valve.", ...filler];
    expect(textsOf(["Never use npm.", ...lines, "Always answer in French."].join("\n"))).toEqual([
      "Never use npm.",
      "Always answer in French.",
    ]);
  });

  test("do not hide what the user says after them", () => {
    const text = `\`\`\`\n${foreign}\n\`\`\`\n> ${foreign}\n\nNever use npm.`;
    expect(textsOf(text)).toEqual(["Never use npm."]);
  });
});

test("emphasis does not hide a rule", () => {
  expect(textsOf("- **Do not** edit the generated files.")).toEqual([
    "**Do not** edit the generated files.",
  ]);
});

test("what the user said before is a rule, also in other words", () => {
  expect(textsOf("I said never use npm.")).toEqual(["I said never use npm."]);
});

test("a question is not a rule", () => {
  expect(textsOf("Should I always use tabs? 你为什么不用？ ¿Nunca usas tabs?")).toEqual([]);
});

test.each([
  ["dots", "."],
  ["signs", "never "],
  ["quotes", '"'],
  ["openers", "and also please "],
  ["backticks", "`a"],
  ["clauses", "before you a, "],
  ["lead-ins", "a:\n"],
  ["Japanese", "必ず"],
  ["tags", "<a "],
])("reads long runs of %s in linear time", (_name, piece) => {
  const timed = (text: string): number => workingTime(() => findRules(text));
  timed(piece.repeat(2_000));
  const small = Math.max(2, timed(piece.repeat(4_000)));
  expect(timed(piece.repeat(64_000)) / small).toBeLessThan(64);
});
