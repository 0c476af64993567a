import { describe, expect, test } from "vitest";
import { findRules, type RuleStatement } from "../src/find-rules.ts";
import {
  CHAT_OTHERS,
  CHAT_RULES,
  MEASURED_RULES,
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

const isTaken = (text: string): boolean => findRules(text).some(({ type }) => type === "rule");
const between = (text: string): string =>
  `Thanks, that works now. ${text} Show me the second file.`;

describe.each(languages)("in %s", (language) => {
  test("9 of 10 rules are found between other sentences, and returned verbatim", () => {
    const rules = RULES[language] ?? [];
    const found = rules.filter((text) => isTaken(between(text)));
    expect(found.length).toBeGreaterThanOrEqual(0.89 * rules.length);
    for (const text of found) expect(findRules(text)).toEqual([rule(text)]);
  });

  test("a statement with similar words is not a rule", () => {
    for (const text of OTHER_STATEMENTS[language] ?? [])
      expect(findRules(text).filter(({ type }) => type === "rule")).toEqual([]);
  });
});

test("rules of tests of the whole system are all found", () => {
  expect(MEASURED_RULES.filter((text) => !isTaken(text))).toEqual([]);
});

test("between other sentences, 92 of 100 rules are found, and 1 of 200 other sentences is taken for one", () => {
  const found = SPOKEN_RULES.filter((text) => isTaken(between(text)));
  expect(found.length).toBeGreaterThanOrEqual(0.92 * SPOKEN_RULES.length);
  const taken = SPOKEN_OTHERS.filter(isTaken);
  expect(taken.length, taken.join("\n")).toBeLessThanOrEqual(0.005 * SPOKEN_OTHERS.length);
});

test("53 of 100 rules of 14 personas are found, and 1 of 200 of their other sentences is taken for one", () => {
  const rules = Object.values(PERSONA_RULES).flat();
  const others = Object.values(PERSONA_OTHERS).flat();
  const found = rules.filter(isTaken);
  expect(found.length).toBeGreaterThanOrEqual(0.53 * rules.length);
  const taken = others.filter(isTaken);
  expect(taken.length, taken.join("\n")).toBeLessThanOrEqual(0.005 * others.length);
});

test("beside a request, 86 of 100 rules are found, and 8 of 100 sentences with words of rules are taken for one", () => {
  const request = "Can you look at the second part of the report and tell me what is wrong there? ";
  const found = CHAT_RULES.filter((text) => isTaken(request + text));
  expect(found.length).toBeGreaterThanOrEqual(0.86 * CHAT_RULES.length);
  const taken = CHAT_OTHERS.filter((text) => isTaken(request + text));
  expect(taken.length, taken.join("\n")).toBeLessThanOrEqual(0.08 * CHAT_OTHERS.length);
});

test("a revocation is not a rule", () => {
  for (const [, text] of REVOKED) {
    const found = findRules(text);
    expect(found.map((statement) => statement.text)).toEqual([text]);
    expect(found[0]?.type).not.toBe("rule");
  }
});

test.each([
  "Plus besoin de me demander avant de modifier un fichier.",
  "改之前不用问我了。",
  "出典はもう不要です。",
])("%s is a revocation", (text) => {
  expect(findRules(text)).toEqual([{ type: "revocation", text }]);
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
    const text = "1. Look around.\n   In every reply, name:\n   - its size\n2. Tidy up.";
    expect(textsOf(text)).toEqual(["In every reply, name: its size"]);
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

describe("beside other sentences", () => {
  test.each([
    "Don't touch the database.",
    "Do not deploy to production.",
    "Commit messages must be in imperative mood.",
    "Every function needs a docstring.",
    "I prefer functional style.",
    "Keep the existing file names.",
    "New dependencies: ask me first.",
    "Oh and never promise a delivery date in these.",
    "When you write mails for me always sign with Kim.",
    "No, not like that, one module per PR from here on.",
    "Can you always give me the effect size with it?",
    "Nutze keine externen Bibliotheken.",
    "Arbeitsblätter bitte höchstens eine Seite.",
    "Ne touche pas aux fichiers générés.",
    "No cambies la API pública.",
    "Не трогай папку legacy.",
    "不要修改生成的文件。",
    "以后给外面的人写邮件都用您。",
    "All prices in GBP please, never dollars.",
    "Bitte keine englischen Begriffe, meine Schüler verstehen die nicht.",
    "Fass die Config bitte nicht mehr an, das mache ich selbst.",
    "Перед тем как что-то удалять, спроси меня.",
    "pandasは使わずにopenpyxlだけで書いてください。",
  ])("%s is a rule", (text) => {
    expect(textsOf(between(text))).toEqual([text]);
  });

  test.each([
    "Please write a reply, friendly but firm, max 150 words.",
    "Keep this one short.",
    "No code changes on our side.",
    "We never delete old rows.",
    "Our policy is 30 days.",
    "Took 40 seconds, no complaints.",
    "Don't add tests for this one.",
    "Don't trigger it through cron though.",
    "Don't change the intro, only the ending.",
    "All orders must be shipped by Friday.",
    "Before you send the mail, check the spelling of the names.",
    "Ändere nichts an der Tabelle, nur am Text.",
    "Не трогай второй абзац.",
    "必ず金曜までに送ってください。",
    "Dann also kein Interrail.",
    "Nur Aufgabe 4 war zu schwer.",
    "Lieber was mit Rabatt.",
    "En local jamais.",
    "Máximo 500 caracteres, en tono cercano.",
    "Только назови поле timezone.",
    "样品要带8种。",
    "この部分だけ短くしてください。",
  ])("%s is not a rule", (text) => {
    expect(textsOf(between(text))).toEqual([]);
  });

  test("a rule may have reasons with words of one time after it", () => {
    const text = "Always answer in French, I will show this to my team today.";
    expect(textsOf(text)).toEqual([text]);
    expect(textsOf("Don't use tabs this time.")).toEqual([]);
  });

  test("an order is a rule if it is general", () => {
    const task = "Can you write the migration for the index? ";
    for (const text of [
      "Never give me a command without the context flag.",
      "Sag mir bitte bei jedem Befehl dazu, was er macht.",
      "Ne me proposez jamais de relancer un test.",
      "Respóndeme siempre en español.",
      "Вообще не тащи новые зависимости.",
      "以后给我的代码都用 Scala 写。",
      "今後コードのコメントはすべて日本語でお願いします。",
    ])
      expect(textsOf(task + text)).toEqual([text]);
  });
});

test.each([
  ["the content of an order", "Mention that we always ship on time."],
  [
    "the content of an order",
    "Schreib den Kollegen bitte, dass wir nie eine Antwort bekommen haben.",
  ],
  ["what an order is about", "The import always fails, write a test for it."],
  ["an answer without subject", "Never in staging, only in prod."],
  ["an answer without subject", "En local jamais."],
  ["a habit", "It's plain express, we never set anything."],
  ["a habit", "Bei uns wird immer freitags ausgeliefert."],
  ["what happens from now on", "From now on I work from home, so mails come late."],
  ["what happens from now on", "Désormais le site est en ligne."],
  ["what happens from now on", "From now on the tests run in parallel."],
  ["what happens from now on", "Ab sofort gilt der neue Tarif."],
  ["what happens from now on", "С этого момента сервер не отвечает."],
  ["thanks in advance", "今後ともよろしくお願いいたします。"],
  ["a rule of a program", "凡是超过30天的订单都会自动取消。"],
  ["the content of a text", "Write that from now on orders above 50 ship for free."],
  ["the content of a text", "Add a rule to the linter: never use any."],
  ["an order without something of the user", "Send it without my signature, please."],
  ["a limit of one text", "Ok, please write a reply, friendly but firm, max 150 words."],
  ["a change", "金曜は祝日なので木曜にしてください"],
])("%s is not a rule: %s", (_name, text) => {
  expect(findRules(text).filter(({ type }) => type === "rule")).toEqual([]);
});

test("a smiley ends a clause", () => {
  expect(textsOf("It works 🎉 Always answer in French.")).toHaveLength(1);
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

test("a question that asks for something from now on is a rule", () => {
  for (const text of ["Can you answer in French from now on?", "Kannst du mich ab jetzt duzen?"])
    expect(textsOf(text)).toEqual([text]);
  expect(textsOf("Can I use this one from now on?")).toEqual([]);
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
