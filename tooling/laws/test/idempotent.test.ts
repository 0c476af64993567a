import {
  type CompactionState,
  type FitResult,
  type History,
  type Item,
  userMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanConversation, smallWindow } from "../src/generate/conversation.ts";
import { hostileItems } from "../src/generate/history.ts";
import {
  engine,
  estimator,
  type LawEngine,
  recordingSummarizer,
  withFit,
} from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

/** How a history is passed again: whole or from a log's tail, with the same state or one parsed from JSON. */
type Again = { readonly trimmed: boolean; readonly fromJson: boolean };

const again: fc.Arbitrary<Again> = fc
  .tuple(fc.boolean(), fc.boolean())
  .map(([trimmed, fromJson]) => ({ trimmed, fromJson }));

/** Compacting an unchanged history again changes nothing and calls no summarizer. */
function secondTimeChangesNothing({
  createCompactor,
  viewOf,
}: LawEngine): fc.IAsyncProperty<unknown> {
  const conversations = fc.oneof(cleanConversation({ minTurns: 3 }), hostileItems);
  return fc.asyncProperty(
    conversations,
    smallWindow,
    fc.boolean(),
    again,
    async (items, windowTokens, force, again) => {
      const summarizer = recordingSummarizer();
      const compactor = createCompactor({ policy: { windowTokens }, estimator, summarizer });
      const first = await compactor.fit(pinnedSometimes(items), { force });
      if (first.outcome.type !== "compacted") return;
      const calls = summarizer.requests.length;
      const history = handedInAgain(items, first, again);
      for (const force of [true, false]) {
        const second = await compactor.fit(history, { force });
        if (second.outcome.type !== "unchanged")
          throw new Error(`idempotent: the second time was ${second.outcome.type}`);
        if (JSON.stringify(second.state) !== JSON.stringify(first.state))
          throw new Error("idempotent: the mark changed");
        if (JSON.stringify(second.view) !== JSON.stringify(first.view))
          throw new Error("idempotent: the view changed");
      }
      if (JSON.stringify(viewOf(history)) !== JSON.stringify(first.view))
        throw new Error("idempotent: the mark does not give the view that it came with");
      if (summarizer.requests.length > calls)
        throw new Error("idempotent: a summary was made again");
    },
  );
}

/** Every fifth conversation ends with a pinned message. */
function pinnedSometimes(items: readonly Item[]): History {
  if (items.length % 5 !== 0) return { items, state: null };
  const pin: Item = { id: "pin", pinId: "pin", message: userMessage("Never push.") };
  return { items: [...items, pin], state: null, startsAtBoundary: true };
}

function handedInAgain(items: readonly Item[], { state }: FitResult, again: Again): History {
  const kept = again.fromJson ? (JSON.parse(JSON.stringify(state)) as CompactionState) : state;
  if (state?.compactedThrough === null) return { ...pinnedSometimes(items), state: kept };
  const boundary = items.findIndex((item) => item.id === state?.compactedThrough) + 1;
  return again.trimmed
    ? { items: items.slice(boundary), state: kept, startsAtBoundary: true }
    : { items, state: kept };
}

describe("compaction is idempotent", () => {
  test("a second compaction of an unchanged history changes nothing", async () => {
    expect(await failureOf(secondTimeChangesNothing(engine), 300)).toBeNull();
  });
});

describe("detects", () => {
  test("a state without the compacted part", async () => {
    const forgetful = withFit((fit) => async (history, options) => {
      const fitted = await fit(history, options);
      if (fitted.state === null) return fitted;
      return {
        ...fitted,
        state: { ...fitted.state, guard: { ...fitted.state.guard, compactedAtItemId: null } },
      };
    });
    expect(await complaintOf(secondTimeChangesNothing(forgetful))).toMatch(/idempotent/);
  });

  test("a state that changes with each read", async () => {
    let looks = 0;
    const restless = withFit((fit) => async (history, options) => {
      const fitted = await fit(history, options);
      looks += 1;
      if (fitted.state === null) return fitted;
      return { ...fitted, state: { ...fitted.state, lastSeenId: String(looks) } };
    });
    expect(await complaintOf(secondTimeChangesNothing(restless))).toMatch(/the mark changed/);
  });
});
