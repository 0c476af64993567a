import type { Item } from "@cutpoint/core";
import { isPlainChat } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { exchange, run } from "../../../core/test/digest/conversation.ts";
import { summaryText } from "../support/summary-text.ts";
import { parseSections } from "../../src/sections/sections.ts";

/** Alternating messages of user and assistant. */
function talk(texts: readonly string[]): readonly Item[] {
  return texts.map((text, index) => ({
    id: `turn-${index}`,
    message:
      index % 2 === 0
        ? { role: "user", provenance: "user", parts: [{ type: "text", text }] }
        : { role: "assistant", parts: [{ type: "text", text }] },
  }));
}

/** Turns without distinctive words. */
const smallTalk = Array.from({ length: 60 }, () => "That sounds really great to hear today!");

function withTurns(turns: Readonly<Record<number, string>>): readonly string[] {
  return smallTalk.map((text, place) => turns[place] ?? text);
}

async function linesFor(
  texts: readonly string[],
  given: Parameters<typeof summaryText>[0] = {},
): Promise<readonly string[]> {
  const text = await summaryText({ items: talk(texts), maxTokens: 300, ...given });
  return parseSections(text).criticalContext;
}

describe("lines of a chat", () => {
  test("selects turns with rare words first and renders them in order with their speakers", async () => {
    const lines = await linesFor(
      withTurns({
        12: "My sister Agnieszka moved to Rotterdam in 2019.",
        31: "The surgery is planned for the twelfth of February.",
      }),
    );
    expect(lines).toEqual([
      "user: My sister Agnieszka moved to Rotterdam in 2019.",
      "assistant: The surgery is planned for the twelfth of February.",
    ]);
  });

  test("leaves out greetings and questions", async () => {
    const [line] = await linesFor(
      withTurns({
        4: "Hi! Peru quake 2007? The landlord raised our rent from October because of repairs and plumbing.",
      }),
    );
    expect(line).toBe(
      "user: The landlord raised our rent from October because of repairs and plumbing.",
    );
  });

  test("selects new words before words that are already selected", async () => {
    const lines = await linesFor(
      withTurns({
        3: "Grandmother planted tulips behind the greenhouse.",
        9: "Tulips behind the greenhouse: grandmother planted them.",
        40: "Uncle Ferdinand repairs accordions.",
        50: "Uncle Ferdinand repairs accordions.",
      }),
      { maxTokens: 34 },
    );
    expect(lines).toEqual([
      expect.stringMatching(/tulips/iu),
      expect.stringContaining("accordions"),
    ]);
  });

  const tulips = "Grandmother planted tulips behind the greenhouse.";
  const rates = "That sounds like Ferdinand!";

  test("does not repeat kept messages", async () => {
    const texts = withTurns({ 3: tulips, 40: rates });
    expect(await linesFor(texts, { maxTokens: 18 })).toEqual([`assistant: ${tulips}`]);
    const kept = talk([tulips]);
    expect(await linesFor(texts, { kept, maxTokens: 18 })).toEqual([`user: ${rates}`]);
  });

  test("keeps the sentence before one that opens with a pronoun", async () => {
    const [line] = await linesFor(
      withTurns({
        4: "Here is Bartholomew at last. He swallowed twelve marinated herrings, capers, gherkins and parsley yesterday.",
      }),
    );
    expect(line).toContain("Here is Bartholomew at last. He swallowed");
  });

  test("does not repeat messages that the view contains verbatim", async () => {
    const texts = withTurns({ 3: tulips, 40: rates });
    const lines = await linesFor(texts, { verbatimIds: ["turn-3"] });
    expect(lines).toEqual([`user: ${rates}`]);
  });

  test("selects words of the instructions first", async () => {
    const texts = withTurns({ 3: tulips, 40: rates });
    const lines = await linesFor(texts, {
      instructions: "what is said of Ferdinand",
      maxTokens: 18,
    });
    expect(lines).toEqual([`user: ${rates}`]);
  });

  test("can select every part of a long turn", async () => {
    const names = ["Abigail", "Bartholomew", "Clementine", "Dorothea", "Ebenezer", "Florentin"];
    const long = names
      .map(
        (name, day) =>
          `${name} rowed past lock${day}1, lock${day}2, lock${day}3, lock${day}4, lock${day}5, lock${day}6 and lock${day}7 to her aunt, where nobody was in. `,
      )
      .flatMap((sentence) => Array.from({ length: 5 }, () => sentence))
      .join("");
    const lines = await linesFor(withTurns({ 7: long }), { maxTokens: 2_000 });
    expect(names.filter((name) => lines.join().includes(name))).toEqual(names);
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(400);
      for (const name of names) expect(line.split(name).length).toBeLessThanOrEqual(2);
    }
  });
});

test("treats a split turn like any other turn", async () => {
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

test("of two turns that say as much, the one with the shorter name goes first", async () => {
  const turns = smallTalk.map(
    (text, place) => `${place % 2 === 0 ? "Bo" : "Bartholomea"}: ${text}`,
  );
  turns[5] = "Bartholomea: Uncle Ferdinand repairs accordions.";
  turns[8] = "Bo: Grandma Francisca mends concertinas.";
  const [line] = await linesFor(turns, { maxTokens: 18 });
  expect(line).toBe("Bo: Grandma Francisca mends concertinas.");
});

describe("times and names", () => {
  const dated = smallTalk.map((text, place) => {
    const time = place < 30 ? "[9:05 am on 3 May]" : "[6:40 pm on 11 June]";
    return `${time} ${place % 2 === 0 ? "Ines" : "Tom"}: ${text}`;
  });
  dated[4] = "[9:05 am on 3 May] Ines: Grandmother planted tulips behind the greenhouse.";
  dated[7] = "[9:05 am on 3 May] Tom: Uncle Ferdinand repairs accordions in Trieste.";
  dated[41] = "[6:40 pm on 11 June] Tom: Warning: the cellar flooded because of Thursday's storm.";

  test("renders a date once before its first turn, and a name instead of the role", async () => {
    expect((await linesFor(dated)).slice(0, 3)).toEqual([
      "[3 May] Ines: Grandmother planted tulips behind the greenhouse.",
      "Tom: Uncle Ferdinand repairs accordions in Trieste.",
      "[11 June] Tom: Warning: the cellar flooded because of Thursday's storm.",
    ]);
  });

  test("does not take a rare word before a colon for a name", async () => {
    const [line] = await linesFor(withTurns({ 8: "Warning: the cellar flooded on Thursday." }));
    expect(line).toBe("user: Warning: the cellar flooded on Thursday.");
  });

  test("keeps order, times and names in a second summary", async () => {
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

test("forty turns without a tool are a chat", () => {
  const turns = talk(smallTalk).map(({ message }) => message);
  expect(isPlainChat(turns.slice(0, 40))).toBe(true);
  expect(isPlainChat(turns.slice(0, 39))).toBe(false);
  const withTool = exchange("look", "done", run("read", { path: "a" }, "b", { callId: "c" }));
  expect(isPlainChat([...turns, ...withTool])).toBe(false);
});

test("every line has words, speaker and time of one turn", async () => {
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
          const [, day, name, text = ""] = /^(?:\[(\d) May\] )?(\w+): (.*)$/u.exec(line) ?? [];
          time = day ?? time;
          const said = sorted.filter(
            (each) => each.name === name && String(each.session + 1) === time,
          );
          const pieces = text.split(/(?<=[.!?]) /u);
          expect(said.some((each) => pieces.every((piece) => each.text.includes(piece)))).toBe(
            true,
          );
        }
      },
    ),
    cases(30),
  );
});
