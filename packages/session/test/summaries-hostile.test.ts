import {
  type CompactorOptions,
  createCharacterEstimator,
  type FitOutcome,
  type Summarizer,
} from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import {
  fourteenTurns as messages,
  hostileSummarizer,
  misbehaviours,
  soon,
} from "../../../tooling/laws/src/generate/hostile-summarizers.ts";
import { createArrayStore } from "../../../tooling/laws/src/reference/array-store.ts";
import { openSession } from "../src/open-session.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });
const WINDOW = 1_200;
const overflow = new Error("prompt is too long: 9 tokens > 8 maximum");

type Verb = "fit" | "compact" | "recover" | "prepare";

async function compacted(
  verb: Verb,
  options: Pick<CompactorOptions, "estimator" | "summarizer" | "summaries">,
): Promise<{
  readonly outcome: FitOutcome["type"];
  readonly before: string;
  readonly after: string;
  readonly compactions: number;
}> {
  const store = createArrayStore();
  let ids = 0;
  const session = await openSession({
    ...options,
    store,
    sessionId: "s",
    newId: () => `i${(ids += 1)}`,
    now: () => 0,
  });
  await session.append(messages);
  const before = JSON.stringify(session.view());
  const request = { windowTokens: WINDOW, force: true };
  const outcome =
    verb === "prepare"
      ? await session.prepare(request)
      : verb === "recover"
        ? (await session.recover(overflow, request)).outcome
        : (await session[verb](request)).outcome;
  let compactions = 0;
  for await (const entry of store.read("s")) if (entry.type === "compaction") compactions += 1;
  const type = outcome.type === "prepared" ? "compacted" : outcome.type;
  return { outcome: type, before, after: JSON.stringify(session.view()), compactions };
}

describe.each<Verb>(["fit", "compact", "recover", "prepare"])("Session.%s", (verb) => {
  test.each(misbehaviours)(
    "a summarizer that is %s is called once, and the view does not change",
    async (misbehaviour) => {
      const summarizer = hostileSummarizer(misbehaviour);
      const { after, before, compactions, outcome } = await compacted(verb, {
        estimator,
        summarizer,
        summaries: { sleep: soon },
      });
      expect(outcome).toBe("failed");
      expect(summarizer.calls()).toBe(1);
      expect({ after, compactions }).toEqual({ after: before, compactions: 0 });
    },
  );

  test.each(misbehaviours.filter((each) => each !== "hangs" && each !== "slow"))(
    "after a summarizer that is %s the next one writes the summary",
    async (misbehaviour) => {
      const first = hostileSummarizer(misbehaviour);
      const next: Summarizer = {
        name: "next",
        summarize: () =>
          Promise.resolve({ text: "what was said before", method: "next", calls: 1 }),
      };
      const { outcome } = await compacted(verb, {
        estimator,
        summarizer: [first, next],
        summaries: { sleep: soon },
      });
      expect(outcome).toBe("compacted");
      expect(first.calls()).toBe(1);
    },
  );
});
