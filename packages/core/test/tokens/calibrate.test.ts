import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { History } from "../../src/message/history.ts";
import { assistantMessage, type Message, userMessage } from "../../src/message/message.ts";
import { emptyState } from "../../src/message/state.ts";
import { runAtOnce } from "../../src/message/steps.ts";
import { calibrate, withCalibration } from "../../src/tokens/calibrate.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { measureView } from "../../src/tokens/meter.ts";
import { usageOf } from "../../src/tokens/usage.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });
const unknown = { tokens: null, source: null, workingTokens: null } as const;

function reported(tokens: number, changes: Partial<Message> = {}): Message {
  const usage = { inputTokens: tokens, outputTokens: 0 };
  return { ...assistantMessage("done"), usage, ...changes } as Message;
}

function historyOf(...messages: readonly Message[]): History {
  return {
    items: messages.map((message, index) => ({ id: String(index + 1), message })),
    state: null,
  };
}

function usage(history: History, model?: string): ReturnType<typeof usageOf> {
  const request = model === undefined ? {} : { model };
  return usageOf(runAtOnce(measureView(history, estimator)), request, unknown, estimator);
}

describe("calibration", () => {
  test("a first report above the estimate is taken for a constant", () => {
    expect(calibrate(undefined, { estimatedTokens: 1000, reportedTokens: 3000 })).toMatchObject({
      ratio: 1,
      constantTokens: 2000,
      samples: 1,
    });
  });

  test("within five answers the whole context is known to 3 %, whatever the true ratio and constant", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.7, max: 2, noNaN: true }),
        fc.integer({ min: 0, max: 6000 }),
        fc.array(fc.integer({ min: 600, max: 4000 }), { minLength: 6, maxLength: 6 }),
        (ratio, constant, growths) => {
          let estimate = 0;
          let text = "";
          const messages: Message[] = [];
          growths.forEach((growth, turn) => {
            messages.push(userMessage("x".repeat(4 * growth)));
            estimate = messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
            text = `turn ${turn}`;
            const wire = Math.round(constant + ratio * estimate);
            if (turn < 5) messages.push(reported(wire));
          });
          const truth = constant + ratio * estimate;
          expect(text).toBe("turn 5");
          expect(Math.abs(usage(historyOf(...messages)).tokens - truth) / truth).toBeLessThan(0.03);
        },
      ),
    );
  });

  test("an odd report moves the ratio no further than the range that is believed", () => {
    const before = calibrate(undefined, { estimatedTokens: 1000, reportedTokens: 1000 });
    const odd = calibrate(before, { estimatedTokens: 2000, reportedTokens: 90_000 });
    expect(odd.ratio).toBeLessThanOrEqual(4);
    const shrunk = calibrate(before, { estimatedTokens: 2000, reportedTokens: 10 });
    expect(shrunk.ratio).toBeGreaterThanOrEqual(0.5);
    expect(shrunk.constantTokens).toBeGreaterThanOrEqual(0);
  });

  test("eight models are remembered, the one heard of longest ago goes", () => {
    const one = calibrate(undefined, { estimatedTokens: 1, reportedTokens: 1 });
    let all = {};
    for (const model of "abcdefghi") all = withCalibration(all, model, one);
    expect(Object.keys(all)).toEqual("bcdefghi".split(""));
  });

  test("the state contains the calibration of earlier answers", () => {
    const calibration = calibrate(undefined, { estimatedTokens: 1000, reportedTokens: 3000 });
    const state = { ...emptyState(), calibrations: { m: calibration } };
    const history: History = { items: [{ id: "1", message: userMessage("x".repeat(400)) }], state };
    expect(usage(history, "m")).toMatchObject({ source: "calibrated", reportedTokens: null });
    expect(usage(history, "m").tokens).toBe(
      2000 + estimator.estimate(userMessage("x".repeat(400))),
    );
    expect(usage(history, "other").source).toBe("estimated");
  });
});

describe("the anchor", () => {
  test("is the newest complete answer with a report; without one everything is estimated", () => {
    expect(usage(historyOf(userMessage("x".repeat(40))))).toMatchObject({
      source: "estimated",
      reportedTokens: null,
    });
    expect(
      usage(historyOf(userMessage("hi"), reported(500), userMessage("hm"), reported(700))),
    ).toMatchObject({
      source: "reported",
      reportedTokens: 700,
      trailingTokens: 0,
    });
  });

  test.each(["aborted", "error", "length"] as const)(
    "an answer that was %s anchors nothing",
    (finishReason) => {
      expect(
        usage(historyOf(userMessage("hi"), reported(500, { finishReason }))).reportedTokens,
      ).toBeNull();
    },
  );

  test("a report of nothing at all anchors nothing", () => {
    expect(usage(historyOf(userMessage("hi"), reported(0))).reportedTokens).toBeNull();
  });

  test("another model's report anchors nothing", () => {
    const history = historyOf(userMessage("hi"), reported(500, { model: "a" }), userMessage("hm"));
    expect(usage(history, "a").reportedTokens).toBe(500);
    expect(usage(history, "b").reportedTokens).toBeNull();
    expect(usage(history).reportedTokens).toBe(500);
  });

  test("a report up to the mark anchors nothing, one after it does", () => {
    const history = historyOf(userMessage("hi"), reported(500), userMessage("hm"));
    const state = { ...emptyState(), lastSeenId: "3" };
    expect(usage({ ...history, state }).reportedTokens).toBeNull();
    const later = historyOf(userMessage("hi"), reported(500), userMessage("hm"), reported(90));
    expect(usage({ ...later, state }).reportedTokens).toBe(90);
  });

  test("only visible parts are counted: a replacement changes the sum by the difference", () => {
    const history = historyOf(userMessage("x".repeat(4000)), userMessage("y"));
    const hidden = {
      ...emptyState(),
      replacements: { "1": [{ type: "text", text: "[hidden]" }] as const },
    };
    const before = usage(history).tokens;
    const after = usage({ ...history, state: hidden }).tokens;
    expect(before - after).toBe(1000 - 2);
  });
});
