import {
  assistantMessage,
  createCharacterEstimator,
  type Message,
  textOf,
  userMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import type { Arm, MethodResult } from "../src/methods/method.ts";
import { evaluate } from "../src/run/evaluate.ts";
import type { Row } from "../src/run/row.ts";
import type { Transcript } from "../src/transcript/transcript.ts";
import { generatedSession, step, transcriptOf } from "./support/boats.ts";

const estimator = createCharacterEstimator();

const early = "mooring line 12345 holds bindAnchor with chainLink near ropeWalk";
const messages: readonly Message[] = [
  userMessage("Please check that every rope in the harbour is dry before the evening."),
  ...step("1", "/home/boat/src/hull/keel.ts", early),
  userMessage("Now look at the mast as well, and tell me what you see up there."),
  ...step("2", "/home/boat/src/mast.ts", "wood ".repeat(2000)),
  ...step("3", "/home/boat/src/deck.ts", "wood ".repeat(200)),
  assistantMessage("As bindAnchor and chainLink in /home/boat/src/hull/keel.ts say: mooring."),
  assistantMessage("ropeWalk next."),
];
/** Sets the cut and the budget. */
const recorded = { kind: "recorded", summary: { text: "wood ".repeat(600), cut: 8 } } as const;
const transcript = transcriptOf(messages, recorded);

function armOf(result: MethodResult): Arm {
  return { role: "method", name: "given", compact: () => result };
}

async function measured(result: MethodResult, of: Transcript = transcript): Promise<Row> {
  for await (const row of evaluate(of, { arms: [armOf(result)], estimator }))
    if (row.method === "given" && row.share === null) return row;
  throw new Error("the transcript has no cut");
}

describe("retention", () => {
  test("an empty summary keeps nothing, and the full history keeps everything", async () => {
    const { measures } = await measured("Nothing.");
    expect(measures).toMatchObject({
      total: 0,
      weighted: 0,
      relation: 0,
      rareWords: 0,
      user: 0,
      lastUser: 0,
      quality: 0,
    });
    const whole = await measured([
      ...messages.slice(0, 4),
      assistantMessage("/home/boat/src/mast.ts"),
    ]);
    expect(whole.measures).toMatchObject({ total: 1, relation: 1, user: 1, lastUser: 1 });
  });

  test("anchors on separate lines keep the total, but lose the relation", async () => {
    const apart = await measured("bindAnchor\nchainLink\nropeWalk\n/home/boat/src/hull/keel.ts");
    expect(apart.measures).toMatchObject({ total: 1, relation: 0 });
    const together = await measured("bindAnchor chainLink\nropeWalk\n/home/boat/src/hull/keel.ts");
    expect(together.measures).toMatchObject({ total: 1, relation: 1 });
    const tooLong = await measured(`bindAnchor ${"wood ".repeat(80)} chainLink`);
    expect(tooLong.measures.relation).toBe(0);
  });

  test("a longer name does not contain a shorter one", async () => {
    const { measures } = await measured("rebindAnchor chainLinks ropeWalk2");
    expect(measures.total).toBe(0);
  });

  test("a path can be split into a directory and the rest", async () => {
    const apart = await measured("Paths are below /home/boat/src:\nread hull/keel.ts");
    expect(apart.byType.path).toEqual({ needed: 1, kept: 1 });
    const without = await measured("read hull/keel.ts");
    expect(without.byType.path).toEqual({ needed: 1, kept: 0 });
    const elsewhere = await measured("below /home/boat/src:\nread other/hull/keel.ts");
    expect(elsewhere.byType.path).toEqual({ needed: 1, kept: 0 });
  });

  test("anchors that are needed sooner have more weight", async () => {
    const soon = await measured("bindAnchor");
    const late = await measured("ropeWalk");
    expect(soon.measures.total).toBe(late.measures.total);
    expect(soon.measures.weighted).toBeGreaterThan(late.measures.weighted ?? 1);
  });

  test("far counts anchors that the newest messages do not contain", async () => {
    const reached = [...messages.slice(1, 3), assistantMessage("Go on.")];
    expect((await measured(reached)).measures.far).toBe(1);
    const near = transcriptOf([...messages, assistantMessage("/home/boat/src/deck.ts")], recorded);
    const { total, far } = (await measured(messages.slice(6, 8), near)).measures;
    expect(total).toBeGreaterThan(0);
    expect(far).toBe(0);
  });
});

describe("user text", () => {
  test("counts as kept in runs of five words, ignoring white space", async () => {
    const half = "Please check that every rope\nin the harbour …";
    const { user, lastUser } = (await measured(half)).measures;
    expect(lastUser).toBe(0);
    expect(user).toBeGreaterThan(0.2);
    expect(user).toBeLessThan(0.4);
    const mixed = "rope every that check Please harbour the in is dry";
    expect((await measured(mixed)).measures.user).toBe(0);
  });
});

describe("fabricated", () => {
  test("counts anchors that the summary contains and the history does not", async () => {
    const { measures, invented } = await measured(
      "bindAnchor and bindAnch0r of src/hull/keel.ts at 54321",
    );
    expect(invented).toEqual(["bindAnch0r", "54321"]);
    expect(measures.fabricated).toBe(0.5);
  });

  test("ignores tags, omission notes and truncation of the summary format", async () => {
    const told =
      "<read-files>\nbindAnchor\n</read-files>\n[… 54321 characters left out …]\n[Message message-77, shown head and tail]\n";
    expect((await measured(`${told}"mooring line … ropeWalk"`)).invented).toEqual([]);
    expect((await measured(`${told}"mooring line … of dry wood"`)).invented).toEqual([
      "mooring line … of dry wood",
    ]);
  });

  test("counts anchors that occur only after the cut", async () => {
    const of = transcriptOf([...messages, assistantMessage("laterName")], recorded);
    expect((await measured("laterName", of)).invented).toEqual(["laterName"]);
  });
});

describe("an invalid result", () => {
  const [call, result] = step("9", "src/a.ts", "bindAnchor chainLink") as [Message, Message];

  test.each([
    ["orphan-result", [result]],
    ["orphan-result", [call, result, result]],
    ["unanswered-call", [call]],
    ["unanswered-call", [call, userMessage("Go on."), result]],
    ["over-budget", [userMessage("bindAnchor ".repeat(2000))]],
  ])("%s counts as nothing", async (violation, broken) => {
    const { violations, measures } = await measured(broken);
    expect(violations).toContain(violation);
    expect(measures).toMatchObject({ total: 0, quality: 0 });
  });

  test("a method that throws has 0 in all measures", async () => {
    const arm: Arm = {
      role: "method",
      name: "broken",
      compact: () => {
        throw new Error("no idea");
      },
    };
    const rows: Row[] = [];
    for await (const row of evaluate(transcript, { arms: [arm], estimator })) rows.push(row);
    expect(rows.find(({ method }) => method === "broken")).toMatchObject({
      error: "no idea",
      measures: { quality: 0, total: 0 },
    });
  });
});

test("a budget is a share of the history without system messages, in exact tokens", async () => {
  const rows: Row[] = [];
  for await (const row of evaluate(generatedSession(1), {
    arms: [armOf("")],
    estimator,
    budgets: [0.25],
  }))
    rows.push(row);
  for (const row of rows) expect(row.budgetTokens).toBe(Math.floor(row.historyTokens * 0.25));
  expect(rows).toHaveLength(3);
});

test("a longer part of the history never keeps less", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.nat(60), fc.nat(60), async (seed, first, second) => {
      const session = generatedSession(seed);
      const totals = async (count: number): Promise<readonly (number | null)[]> => {
        const text = session.messages.slice(0, count).map(textOf).join("\n");
        const found: (number | null)[] = [];
        for await (const { measures } of evaluate(session, {
          arms: [armOf(text)],
          estimator,
          budgets: [2],
        }))
          found.push(measures.total);
        return found;
      };
      const few = await totals(Math.min(first, second));
      const many = await totals(Math.max(first, second));
      expect(few.filter((total, cut) => (total ?? 0) > (many[cut] ?? 0))).toEqual([]);
    }),
    cases(6),
  );
});
