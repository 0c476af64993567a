import type { Item } from "@cutpoint/core";
import { isPlainChat } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { exchange, run } from "../../core/test/digest/conversation.ts";
import { summaryText } from "./support/summary-text.ts";
import { parseSections } from "../src/sections.ts";

/** What each of two people says in turn, a person first. */
function talk(texts: readonly string[]): readonly Item[] {
  return texts.map((text, index) => ({
    id: `turn-${index}`,
    message:
      index % 2 === 0
        ? { role: "user", provenance: "user", parts: [{ type: "text", text }] }
        : { role: "assistant", parts: [{ type: "text", text }] },
  }));
}

/** Turns that tell nothing that others do not tell. */
const smallTalk = Array.from({ length: 60 }, () => "That sounds really great to hear today!");

function withTurns(turns: Readonly<Record<number, string>>): readonly string[] {
  return smallTalk.map((text, place) => turns[place] ?? text);
}

async function toldOf(
  texts: readonly string[],
  given: Parameters<typeof summaryText>[0] = {},
): Promise<readonly string[]> {
  const text = await summaryText({ items: talk(texts), maxTokens: 300, ...given });
  return parseSections(text).criticalContext;
}

describe("what a talk tells", () => {
  test("turns that hold what no other holds come first, in their order, with who said them", async () => {
    const told = await toldOf(
      withTurns({
        12: "My sister Agnieszka moved to Rotterdam in 2019.",
        31: "The surgery is planned for the twelfth of February.",
      }),
    );
    expect(told).toEqual([
      "user: My sister Agnieszka moved to Rotterdam in 2019.",
      "assistant: The surgery is planned for the twelfth of February.",
    ]);
  });

  test("greetings and questions are left out of a turn", async () => {
    const [told] = await toldOf(
      withTurns({
        4: "Hi! Peru quake 2007? The landlord raised our rent from October because of repairs and plumbing.",
      }),
    );
    expect(told).toBe(
      "user: The landlord raised our rent from October because of repairs and plumbing.",
    );
  });

  test("what is told already comes after what is not", async () => {
    const told = await toldOf(
      withTurns({
        3: "Grandmother planted tulips behind the greenhouse.",
        9: "Tulips behind the greenhouse: grandmother planted them.",
        40: "Uncle Ferdinand repairs accordions.",
        50: "Uncle Ferdinand repairs accordions.",
      }),
      { maxTokens: 45 },
    );
    expect(told).toEqual([
      expect.stringMatching(/tulips/iu),
      expect.stringContaining("accordions"),
    ]);
  });

  const tulips = "Grandmother planted tulips behind the greenhouse.";
  const rates = "That sounds like Ferdinand!";

  test("what stays as it is need not be told", async () => {
    const texts = withTurns({ 3: tulips, 40: rates });
    expect(await toldOf(texts, { maxTokens: 30 })).toEqual([`assistant: ${tulips}`]);
    const kept = talk([tulips]);
    expect(await toldOf(texts, { kept, maxTokens: 30 })).toEqual([`user: ${rates}`]);
  });

  test("what stands in the view to the letter is not told", async () => {
    const texts = withTurns({ 3: tulips, 40: rates });
    const told = await toldOf(texts, { verbatimIds: ["turn-3"] });
    expect(told).toEqual([`user: ${rates}`]);
  });

  test("what a rule tells need not be told again", async () => {
    const rule = "Never mention grandmother's tulips behind the greenhouse.";
    const text = await summaryText({
      items: talk([...withTurns({ 4: rule, 40: rates }), ...smallTalk, ...smallTalk, ...smallTalk]),
      maxTokens: 1_500,
    });
    const { constraints, criticalContext } = parseSections(text);
    expect(constraints).toEqual([rule]);
    expect(criticalContext[0]).toBe(`user: ${rates}`);
  });

  test("what the caller asks to attend to comes first", async () => {
    const texts = withTurns({ 3: tulips, 40: rates });
    const told = await toldOf(texts, { instructions: "what is said of Ferdinand", maxTokens: 30 });
    expect(told).toEqual([`user: ${rates}`]);
  });

  test("of a long turn every part can be told", async () => {
    const names = ["Abigail", "Bartholomew", "Clementine", "Dorothea", "Ebenezer", "Florentin"];
    const long = names
      .map(
        (name, day) =>
          `${name} rowed past lock${day}1, lock${day}2, lock${day}3, lock${day}4 and lock${day}5 to her aunt upriver, where nobody was in. `,
      )
      .flatMap((sentence) => Array.from({ length: 5 }, () => sentence))
      .join("");
    const told = await toldOf(withTurns({ 7: long }), { maxTokens: 2_000 });
    expect(names.filter((name) => told.join().includes(name))).toEqual(names);
    for (const line of told) {
      expect(line.length).toBeLessThanOrEqual(400);
      for (const name of names) expect(line.split(name).length).toBeLessThanOrEqual(2);
    }
  });

  test("rules that a person set stand apart; there are no headings with nothing below", async () => {
    const text = await summaryText({
      items: talk(withTurns({ 6: "Never mention the divorce to my mother, please." })),
      maxTokens: 2_000,
    });
    expect(parseSections(text).constraints).toEqual([
      "Never mention the divorce to my mother, please.",
    ]);
    expect(text).not.toContain("(none)");
    expect(text).not.toContain("## Goal");
  });
});

test("the turn that is cut is told as any other", async () => {
  const turns = talk(withTurns({ 58: "Uncle Ferdinand repairs accordions in Trieste." }));
  const text = await summaryText({
    items: turns.slice(0, 58),
    turnPrefix: turns.slice(58, 59),
    kept: turns.slice(59),
    maxTokens: 300,
  });
  expect(parseSections(text).criticalContext.at(-1)).toBe(
    "user: Uncle Ferdinand repairs accordions in Trieste.",
  );
  expect(text).not.toContain("Turn Context");
});

describe("times and names", () => {
  const dated = smallTalk.map((text, place) => {
    const time = place < 30 ? "[9:05 am on 3 May]" : "[6:40 pm on 11 June]";
    return `${time} ${place % 2 === 0 ? "Ines" : "Tom"}: ${text}`;
  });
  dated[4] = "[9:05 am on 3 May] Ines: Grandmother planted tulips behind the greenhouse.";
  dated[7] = "[9:05 am on 3 May] Tom: Uncle Ferdinand repairs accordions in Trieste.";
  dated[41] = "[6:40 pm on 11 June] Tom: Warning: the cellar flooded because of Thursday's storm.";

  test("a time is told once, before the first turn of it, and a name in place of the role", async () => {
    expect((await toldOf(dated)).slice(0, 3)).toEqual([
      "[9:05 am on 3 May] Ines: Grandmother planted tulips behind the greenhouse.",
      "Tom: Uncle Ferdinand repairs accordions in Trieste.",
      "[6:40 pm on 11 June] Tom: Warning: the cellar flooded because of Thursday's storm.",
    ]);
  });

  test("a word before a colon that opens few turns is no name", async () => {
    const [told] = await toldOf(withTurns({ 8: "Warning: the cellar flooded on Thursday." }));
    expect(told).toBe("user: Warning: the cellar flooded on Thursday.");
  });

  test("a second summary keeps the order, the times and the names of the first", async () => {
    const previousSummary = await summaryText({ items: talk(dated), maxTokens: 300 });
    const text = await summaryText({
      previousSummary,
      items: talk(smallTalk.map((text) => `[8:00 am on 2 July] Ines: ${text}`)),
      maxTokens: 300,
    });
    expect(parseSections(text).criticalContext.slice(0, 3)).toEqual(
      parseSections(previousSummary).criticalContext.slice(0, 3),
    );
  });
});

test("talk is forty turns or more without a tool", () => {
  const turns = talk(smallTalk).map(({ message }) => message);
  expect(isPlainChat(turns.slice(0, 40))).toBe(true);
  expect(isPlainChat(turns.slice(0, 39))).toBe(false);
  const withTool = exchange("look", "done", run("read", { path: "a" }, "b", { callId: "c" }));
  expect(isPlainChat([...turns, ...withTool])).toBe(false);
});

test("every line tells words of one turn, of the one who said it, at its time", async () => {
  const word = fc.constantFrom(
    ..."river boat Agnes tulip 1480 storm never hello cellar".split(" "),
  );
  const sentence = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 12 }), fc.constantFrom(".", "!", "?"))
    .map(([words, end]) => words.join(" ") + end);
  const turn = fc.record({
    session: fc.nat(3),
    name: fc.constantFrom("Ines", "Tom"),
    text: fc.array(sentence, { minLength: 1, maxLength: 5 }).map((all) => all.join(" ")),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(turn, { minLength: 80, maxLength: 120 }),
      fc.integer({ min: 100, max: 900 }),
      async (turns, maxTokens) => {
        const sorted = turns.toSorted((a, b) => a.session - b.session);
        const items = talk(
          sorted.map(({ session, name, text }) => `[${session + 1} May] ${name}: ${text}`),
        );
        const previousSummary = await summaryText({ items: items.slice(0, 40), maxTokens });
        const text = await summaryText({ items: items.slice(40), previousSummary, maxTokens });
        let time = "";
        for (const line of parseSections(text).criticalContext) {
          const [, day, name, told = ""] = /^(?:\[(\d) May\] )?(\w+): (.*)$/u.exec(line) ?? [];
          time = day ?? time;
          const said = sorted.filter(
            (each) => each.name === name && String(each.session + 1) === time,
          );
          const pieces = told.split(/(?<=[.!?]) /u);
          expect(said.some((each) => pieces.every((piece) => each.text.includes(piece)))).toBe(
            true,
          );
        }
      },
    ),
    cases(30),
  );
});
