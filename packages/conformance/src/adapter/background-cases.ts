import assert from "node:assert/strict";
import type { Message } from "@cutpoint/core";
import {
  asItems,
  type Conversation,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  newestSeen,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { createScriptedSummarizer, type Summarizing, summaryText } from "./scripted-summarizer.ts";

/** Turns while the first summary is made. */
const WAITING_TURNS = 12;

/** Turns in which a summary that is finished must be sent. */
const TURNS_TO_APPLY = 3;

/** A turn that waits for a summary longer than this fails, in ms. */
const LONGEST_WAIT = 10_000;

/** Summaries that are made while the conversation continues. */
export const backgroundCases: readonly AdapterCase[] = [
  {
    id: "background-turns-do-not-wait",
    promise:
      "With `background`, no turn waits for a summary, messages that arrive meanwhile are kept, and each summary is sent once",
    notApplicable,
    async run(rig) {
      const { promise, resolve } = Promise.withResolvers<void>();
      await using conversation = await open(rig, async (index) => {
        await promise;
        return summaryText(index);
      });
      for (let turn = 1; turn <= WAITING_TURNS; turn += 1) await take(conversation, turn);
      assert.equal(conversation.summarizer.asked().length, 1, "one summary should be in progress");
      assert.equal(countWith(newestSeen(conversation), "Earlier answer 1."), 1);
      resolve();
      await untilSent(conversation, summaryText(1));
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, "Earlier answer 1."), 0, "it should replace what it summarizes");
      for (let turn = 2; turn <= WAITING_TURNS; turn += 1)
        for (const text of textsOf(turn))
          assert.equal(countWith(sent, text), 1, `${text} arrived meanwhile and should be sent`);
      for (const turn of [1, 2, 3]) await take(conversation, WAITING_TURNS + 10 + turn);
      for (const request of conversation.seen()) expectEachOnce(request);
      const summarized = conversation.summarizer
        .asked()
        .filter(({ items }) =>
          items.some(({ message }) => wordsOf(message).includes("Earlier answer 1.")),
        );
      assert.equal(summarized.length, 1, "a message should be summarized once");
      expectNoBrokenRules(conversation, "with a summary in the background");
    },
  },
  {
    id: "background-failure",
    promise: "A summary that fails in the background is made again by a turn, which waits for it",
    notApplicable,
    async run(rig) {
      await using conversation = await open(rig, (index) => {
        if (index === 1) throw new Error("the service is away");
        return summaryText(index);
      });
      await untilSent(conversation, summaryText(2));
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, "Earlier answer 1."), 0, "it should replace what it summarizes");
      assert.equal(countWith(sent, "the service is away"), 0, "the error is no summary");
      expectNoBrokenRules(conversation, "after a summary in the background failed");
    },
  },
];

function notApplicable({ facts }: AdapterRig): string | null {
  return facts.compacts === "each-turn" ? "the host opens the conversation for each turn" : null;
}

async function open(rig: AdapterRig, summarizing: Summarizing): Promise<Conversation> {
  const summarizer = createScriptedSummarizer(summarizing);
  const conversation = await converse(rig, { policy: EAGER, summarizer, background: true });
  await conversation.write(asItems(smallTalk(5)));
  return conversation;
}

function textsOf(turn: number): readonly [question: string, answer: string] {
  return [`New question ${turn}?`, `New answer ${turn}.`];
}

async function take(conversation: Conversation, turn: number): Promise<void> {
  const [question, answer] = textsOf(turn);
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const { text } = await conversation.turn(question, [answer], signal).catch((error: unknown) => {
    if (signal.aborted) assert.fail(`turn ${turn} should not wait for the summary`);
    throw error;
  });
  assert.equal(text, answer, `turn ${turn} should be answered`);
}

/** Takes turns until a summary is sent. */
async function untilSent(conversation: Conversation, summary: string): Promise<void> {
  for (let turn = 1; turn <= TURNS_TO_APPLY; turn += 1) {
    await take(conversation, WAITING_TURNS + turn);
    if (countWith(newestSeen(conversation), summary) > 0) return;
  }
  assert.fail(`the summary should be sent within ${TURNS_TO_APPLY} turns`);
}

function expectEachOnce(request: readonly Message[]): void {
  const text = request.map(wordsOf).join("\n");
  const numbers = [...text.matchAll(/Summary number (\d+):/g)].map(([, number]) => number);
  assert.equal(new Set(numbers).size, numbers.length, "each summary should be sent once");
}
