import assert from "node:assert/strict";
import {
  expectRejection,
  harbourTalk,
  requestFor,
  summarize,
  watched,
  type WatchedModel,
} from "./assignment.ts";
import { needsModel, needsRules, type SummarizerCase } from "./rig.ts";

/** Maximum number of model calls for a summary. */
const MOST_CALLS = 12;

/** Cases in which no summary can or should be made. */
export const failureCases: readonly SummarizerCase[] = [
  {
    id: "rejects-when-model-throws",
    promise: "A failed model call is an error, never a text about it",
    notApplicable: needsModel,
    async run(rig) {
      const model = watched(rig, async () => {
        throw new Error("the model is away");
      });
      await expectRejection(
        summarize(rig, requestFor(harbourTalk), model),
        "when the model throws",
      );
    },
  },
  {
    id: "rejects-empty-answer",
    promise: "An answer without words is an error, not an empty summary",
    notApplicable: needsModel,
    async run(rig) {
      for (const text of ["", " \n\t "]) {
        const model = watched(rig, async () => ({ text, stopReason: "stop" }));
        await expectRejection(
          summarize(rig, requestFor(harbourTalk), model),
          `when the model says ${JSON.stringify(text)}`,
        );
      }
    },
  },
  {
    id: "rejects-cut-off-answer",
    promise: "A truncated answer is an error, not half a summary",
    notApplicable: needsModel,
    async run(rig) {
      const model = watched(rig, async ({ prompt }) => ({
        text: rig.goodAnswer(prompt).slice(0, 60),
        stopReason: "length",
      }));
      await expectRejection(
        summarize(rig, requestFor(harbourTalk), model),
        "when the answer is cut off",
      );
    },
  },
  {
    id: "rejects-nothing-to-tell",
    promise: "A request without messages has no summary",
    notApplicable: needsRules,
    async run(rig) {
      await expectRejection(summarize(rig, requestFor([])), "without messages");
    },
  },
  {
    id: "signal-set-before",
    promise: "With an aborted signal it rejects with `aborted` and calls no model",
    async run(rig) {
      const model = watched(rig);
      const signal = AbortSignal.abort(new Error("the user has left"));
      const summary = rig.create(model.ask).summarize(requestFor(harbourTalk), signal);
      await expectRejection(summary, "when the signal is set already", "aborted");
      assert.equal(model.prompts().length, 0, "no model should be called");
    },
  },
  {
    id: "signal-set-meanwhile",
    promise:
      "A signal that is aborted during the call reaches the model, and it rejects with `aborted`",
    notApplicable: needsModel,
    async run(rig) {
      const controller = new AbortController();
      let isReached = false;
      const model = watched(rig, async (_, signal) => {
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener("abort", () => reject(new Error("the connection is closed")));
        controller.abort(new Error("the user has left"));
        isReached = signal.aborted;
        if (!isReached) reject(new Error("the signal has not reached the model"));
        return promise;
      });
      const summary = rig.create(model.ask).summarize(requestFor(harbourTalk), controller.signal);
      await expectRejection(summary, "when the signal is set meanwhile", "aborted");
      assert.ok(isReached, "the signal should reach the model");
      assert.equal(model.prompts().length, 1, "the model should not be asked again");
    },
  },
  {
    id: "calls-counted",
    promise: "It reports exactly the calls that it made",
    async run(rig) {
      const model = watched(rig);
      const { calls } = await summarize(rig, requestFor(harbourTalk), model);
      assert.equal(calls, model.prompts().length, "the reported calls should equal the calls made");
      assert.equal(calls > 0, rig.kind === "model", "only the kind model should call a model");
    },
  },
  {
    id: "calls-bounded",
    promise: "If the model keeps failing, it is called only a few times",
    notApplicable: needsModel,
    async run(rig) {
      for (const text of ["", "!"]) {
        const model: WatchedModel = watched(rig, async () => {
          if (model.prompts().length > MOST_CALLS) throw new Error("enough");
          return { text, stopReason: "length" };
        });
        await summarize(rig, requestFor(harbourTalk), model).catch(() => null);
        const calls = model.prompts().length;
        assert.ok(calls <= MOST_CALLS, `more than ${MOST_CALLS} calls were made`);
      }
    },
  },
];
