import { CutpointError, type Summarizer } from "@cutpoint/core";
import { escapeTags, transcriptText } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import type { FakeModel, SummarizerRig } from "../../../src/summarizer/rig.ts";

export const extractiveRig: SummarizerRig = {
  kind: "rules",
  instructions: "followed",
  goodAnswer: () => "",
  create: () => createExtractiveSummarizer(),
};

export const modelRig: SummarizerRig = {
  kind: "model",
  instructions: "followed",
  goodAnswer: () => "The harbour light is to be repaired; the key is with Marta Venn.",
  create: createAskingSummarizer,
};

/** The simplest correct summarizer with a model: one call, and its answer is checked. */
function createAskingSummarizer(model: FakeModel): Summarizer {
  return {
    name: "asking",
    async summarize(request, signal) {
      const { items, turnPrefix, previousSummary, instructions, maxTokens, estimator } = request;
      const prompt = [
        transcriptText([...items, ...turnPrefix]),
        escapeTags(previousSummary ?? ""),
        escapeTags(instructions ?? ""),
      ]
        .join("\n\n")
        .toWellFormed();
      if (signal.aborted) throw new CutpointError("aborted", "the summary was aborted");
      const { text, stopReason } = await model({ prompt, maxTokens }, signal).catch(
        (cause: unknown) => {
          const code = signal.aborted ? "aborted" : "summary-failed";
          throw new CutpointError(code, "the model could not be asked", { cause });
        },
      );
      if (stopReason === "length") throw new CutpointError("summary-failed", "it was cut off");
      if (text.trim() === "") throw new CutpointError("summary-failed", "it is empty");
      if (estimator.estimateText(text) > maxTokens)
        throw new CutpointError("summary-failed", "it is too long");
      return { text: text.toWellFormed(), method: "asking", calls: 1 };
    },
  };
}
