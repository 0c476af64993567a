import {
  assistantMessage,
  createCharacterEstimator,
  systemMessage,
  userMessage,
} from "@cutpoint/core";
import { expect, test } from "vitest";
import { cutsOf } from "../src/reading/cut.ts";
import { needsOf } from "../src/reading/needs.ts";
import { readingOf } from "../src/reading/reading.ts";
import type { Transcript } from "../src/transcript/transcript.ts";
import { step, transcriptOf } from "./support/boats.ts";

const estimator = createCharacterEstimator();

function needed(transcript: Transcript, at: number): readonly string[] {
  const reading = readingOf(transcript, estimator);
  return needsOf(reading, { at, share: 0.5, historyTokens: 0 }).anchors.map(({ text }) => text);
}

const before = [
  systemMessage("The project lies in src/harbour/main.ts."),
  userMessage("Mend loadKeel and turnMast; see src/harbour/main.ts and README.md."),
  ...step("1", "src/boat/hull.ts", "export function paintHull\nexport function hoistSail"),
];

test("needed is what the assistant uses later and saw before, unless it is shown again", () => {
  const messages = [
    ...before,
    assistantMessage("I call paintHull and newThing, as README.md and src/harbour/main.ts say."),
    ...step("2", "src/boat/hull.ts", "turnMast is here"),
    assistantMessage("So turnMast it is, then hoistSail."),
    assistantMessage("loadKeel."),
  ];
  expect(needed(transcriptOf(messages), 4)).toEqual([
    "paintHull",
    "src/boat/hull.ts",
    "hoistSail",
    "loadKeel",
  ]);
});

test("text that the user or the program shows again is not needed", () => {
  const messages = [
    ...before,
    assistantMessage("Done?"),
    userMessage("Not yet: paintHull."),
    assistantMessage("paintHull, then hoistSail."),
  ];
  expect(needed(transcriptOf(messages), 4)).toEqual(["hoistSail"]);
  const shown = new Map([[5, "reminder: hoistSail"]]);
  expect(needed(transcriptOf(messages, { shown }), 4)).toEqual([]);
});

test("text that only the program showed is not needed", () => {
  const messages = [
    userMessage("Go on."),
    assistantMessage("Well."),
    assistantMessage("keelPlan."),
  ];
  expect(needed(transcriptOf(messages, { shown: new Map([[0, "keelPlan"]]) }), 1)).toEqual([]);
});

test("considers the next 60 answers and halves the weight every ten", () => {
  const later = Array.from({ length: 62 }, (_, index) =>
    assistantMessage(index === 10 ? "paintHull" : index === 60 ? "hoistSail" : "Well."),
  );
  const reading = readingOf(transcriptOf([...before, ...later]), estimator);
  const { anchors } = needsOf(reading, { at: 4, share: 0.5, historyTokens: 0 });
  expect(anchors.map(({ text, firstUse, weight }) => [text, firstUse, weight])).toEqual([
    ["paintHull", 10, 0.5],
  ]);
});

test("a pair is needed if it was on one line and one later message uses both", () => {
  const lines = "bindAnchor holds chainLink\nropeWalk";
  const messages = [
    ...step("1", "src/a.ts", lines),
    assistantMessage("bindAnchor, ropeWalk and chainLink."),
  ];
  const reading = readingOf(transcriptOf(messages), estimator);
  const { anchors, pairs } = needsOf(reading, { at: 2, share: 0.5, historyTokens: 0 });
  expect(pairs.map((pair) => pair.map((place) => anchors[place]?.text))).toEqual([
    ["bindAnchor", "chainLink"],
  ]);
});

test("a rare word is in at most five messages of the history", () => {
  const talk = (word: string, times: number) =>
    Array.from({ length: times }, () => assistantMessage(`Something ${word}.`));
  const messages = [
    userMessage("Go."),
    ...talk("oakum", 5),
    ...talk("pitch", 6),
    assistantMessage("oakum pitch"),
  ];
  const reading = readingOf(transcriptOf(messages), estimator);
  const { words } = needsOf(reading, { at: messages.length - 1, share: 0.5, historyTokens: 0 });
  expect(words.map(({ word }) => word)).toEqual(["oakum"]);
});

test("a cut is before an answer, and all calls before it have results", () => {
  const messages = Array.from({ length: 20 }, (_, index) =>
    step(String(index), "src/a.ts", "word ".repeat(50)),
  ).flat();
  const cuts = cutsOf(readingOf(transcriptOf(messages), estimator));
  expect(cuts.map(({ at, share }) => [at, share])).toEqual([
    [16, 0.4],
    [24, 0.6],
    [32, 0.8],
  ]);
});

test("no cut separates a call from its result, and a call without a result does not prevent later cuts", () => {
  const [call] = step("lost", "src/a.ts", "");
  const words = assistantMessage("word ".repeat(50));
  const messages = [
    userMessage("Go."),
    words,
    words,
    ...(call === undefined ? [] : [call]),
    words,
    words,
    words,
  ];
  const cuts = cutsOf(readingOf(transcriptOf(messages), estimator));
  expect(cuts.map(({ at }) => at)).toEqual([5, 6]);
});
