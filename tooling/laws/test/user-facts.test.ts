import {
  assistantMessage,
  createCompactor,
  type CompactionState,
  type Item,
  type Message,
  type Summarizer,
  type SummaryRequest,
  textOf,
  toolCalls,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimator, summarizer } from "../src/laws/engine.ts";
import { complaintOf, expectNone, failureOf } from "../src/laws/proving.ts";

/** A sentence of the user, and the names, numbers, paths and quoted texts in it. */
type Statement = { readonly text: string; readonly facts: readonly string[] };

type Stated = Statement & { readonly message: string };

/**
 * Statements whose facts occur nowhere else; `number` is different for each. None is a rule: a later rule about the same
 * thing replaces it.
 */
const KINDS: readonly ((number: number) => Statement)[] = [
  (number) => ({
    text: `Remember: the code is BLUE-HERON-${number}.`,
    facts: [`BLUE-HERON-${number}`],
  }),
  (number) => ({ text: `We need ${number} crates at the quay.`, facts: [String(number)] }),
  (number) => ({
    text: `Put it into src/berth${number}/plan.ts.`,
    facts: [`src/berth${number}/plan.ts`],
  }),
  (number) => ({
    text: `The chart is called "harbour plan ${number}".`,
    facts: [`harbour plan ${number}`],
  }),
  (number) => ({
    text: `Please ask Marta${number} Lindqvist about it.`,
    facts: [`Marta${number}`],
  }),
];

type Turn = { readonly statements: readonly Statement[]; readonly messages: readonly Message[] };

type Plot = {
  readonly turns: number;
  readonly hasTools: boolean;
  /** The user states something in every nth turn. */
  readonly every: number;
  readonly perTurn: number;
  /** Words in an answer, and more of them in some turns. */
  readonly least: number;
  readonly more: number;
};

const plots: fc.Arbitrary<Plot> = fc.record({
  turns: fc.integer({ min: 40, max: 160 }),
  hasTools: fc.boolean(),
  every: fc.integer({ min: 1, max: 8 }),
  perTurn: fc.integer({ min: 1, max: 3 }),
  least: fc.integer({ min: 5, max: 60 }),
  more: fc.nat(200),
});

/** Unfolds a conversation. No two turns are equal. */
function conversationOf({ every, hasTools, least, more, perTurn, turns }: Plot): readonly Turn[] {
  return Array.from({ length: turns }, (_, turn): Turn => {
    const statements = Array.from({ length: turn % every === 0 ? perTurn : 0 }, (_, place) => {
      const kind = KINDS[(turn + place) % KINDS.length] as (number: number) => Statement;
      return kind(1_000 + 3 * turn + place);
    });
    const said = statements.map(({ text }) => text).join(" ");
    const filler = wordsFor(turn, least + ((turn * 37) % (more + 1)));
    const call = { callId: `c${turn}`, name: "look", arguments: '{"at":"the map"}' };
    const tools = hasTools ? [assistantMessage("", [call]), toolMessage(call, filler)] : [];
    const messages = [
      userMessage(said === "" ? "Please go on." : said),
      ...tools,
      assistantMessage(`It is noted: ${filler}.`),
    ];
    return { statements, messages };
  });
}

const SYLLABLES: readonly string[] = "ba do ki lu me no pa ri so tu ve wa".split(" ");

function wordsFor(turn: number, count: number): string {
  const wordAt = (place: number): string =>
    [7, 5, 3].map((step) => SYLLABLES[(turn * step + place * (step + 4)) % 12]).join("");
  return Array.from({ length: count }, (_, place) => wordAt(place)).join(" ");
}

const windows: fc.Arbitrary<number> = fc.constantFrom(4_000, 6_000, 8_000, 16_000);

/** A summary is full if a further message of the user would take it above this share of its room. */
const FULL = 0.9;

/** Returns the limit of a summary, in tokens. A short history has half of what the view does not repeat. */
function roomOf(request: SummaryRequest): number {
  const { droppedUserText = [], items, maxTokens, previousSummary, shortened = [] } = request;
  const hidden = [...droppedUserText, ...items, ...request.turnPrefix, ...shortened].filter(
    ({ id }) => !(request.verbatimIds ?? []).includes(id),
  );
  const texts = hidden.flatMap(({ message }) => [
    textOf(message),
    ...toolCalls(message).map((call) => call.arguments),
  ]);
  const half = texts.join("").length / 4 / 2;
  return Math.min(maxTokens, half + estimator.estimateText(previousSummary ?? ""));
}

/**
 * After each of several compactions every statement of the user is verbatim in the view, or its facts are in the
 * summary, unless the summary is full.
 */
function userFactsSurvive(wrap: (made: Summarizer) => Summarizer): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(plots, windows, async (plot, windowTokens) => {
    let room = 0;
    const made = wrap(summarizer);
    const compactor = createCompactor({
      policy: { windowTokens },
      estimator,
      summarizer: {
        ...made,
        summarize: (request, signal) => {
          room = roomOf(request);
          return made.summarize(request, signal);
        },
      },
    });
    const items: Item[] = [];
    let stated: readonly Stated[] = [];
    let state: CompactionState | null = null;
    for (const { messages, statements } of conversationOf(plot)) {
      for (const message of messages) items.push({ id: `i${items.length}`, message });
      const message = textOf(messages[0] ?? userMessage(""));
      stated = [...stated, ...statements.map((statement) => ({ ...statement, message }))];
      const fitted = await compactor.fit({ items: [...items], state });
      state = fitted.state;
      if (fitted.outcome.type !== "compacted") continue;
      const summary = summaryIn(state);
      const shown = fitted.view.messages.map(textOf).join("\n");
      const isFull = (line: string): boolean =>
        estimator.estimateText(`${summary}\n- user: ${line}`) > FULL * room;
      const gone = stated.filter(
        ({ facts, text }) =>
          !shown.includes(text) && !facts.every((fact) => summary.includes(fact)),
      );
      const lost = gone.filter(({ message }) => !isFull(message));
      expectNone(
        lost.map(({ text }) => `"${text}" is lost at item ${items.length}`),
        "user facts",
      );
      stated = stated.filter((statement) => !gone.includes(statement));
    }
  });
}

function summaryIn(state: CompactionState | null): string {
  const part = state?.prefix.find(({ kind }) => kind === "summary")?.part;
  return part?.type === "text" ? part.text : "";
}

describe("facts of the user", () => {
  test("are in the view after any number of compactions, until the summary is full", async () => {
    expect(
      await failureOf(
        userFactsSurvive((made) => made),
        100,
      ),
    ).toBeNull();
  });
});

describe("the law of user facts detects", () => {
  test("a summarizer that ignores the text that the view drops", { tags: ["long"] }, async () => {
    const forgetful = (made: Summarizer): Summarizer => ({
      ...made,
      summarize: ({ droppedUserText: _, ...request }, signal) => made.summarize(request, signal),
    });
    expect(await complaintOf(userFactsSurvive(forgetful))).toMatch(/is lost at item/);
  });
});
