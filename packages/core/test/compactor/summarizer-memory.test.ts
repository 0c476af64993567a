import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { CompactionState } from "../../src/message/state.ts";
import { parseState } from "../../src/schema/state-schema.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { answer, itemsOf } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine } from "./scripted.ts";

const items = itemsOf(...Array.from({ length: 40 }, () => [answer(100), answer(100)]).flat());

/** Compacts twice, and returns what the second summarizer received. */
async function secondRequest(first: Summarizer): Promise<readonly (CompactionState | null)[]> {
  const received: (CompactionState | null)[] = [];
  const noting: Summarizer = {
    ...first,
    summarize(request, signal) {
      received.push(request.previousState);
      return first.summarize(request, signal);
    },
  };
  const compactor = createCompactor(
    engine({ policy: { windowTokens: 4_000 }, summarizer: noting }),
  );
  let state: CompactionState | null = null;
  for (const end of [30, 60]) {
    const fitted = await compactor.fit({ items: items.slice(0, end), state }, { force: true });
    expect(fitted.outcome.type).toBe("compacted");
    state = fitted.state;
  }
  return [...received, state];
}

function remembering(...memories: readonly (number | undefined)[]): Summarizer {
  const left = [...memories];
  return {
    name: "remembering",
    summarize: () => {
      const memory = left.shift();
      const summary = { text: "A summary.", method: "remembering", calls: 1 };
      return Promise.resolve(memory === undefined ? summary : { ...summary, memory });
    },
  };
}

test("a summarizer receives the memory of its last summary", async () => {
  const states = await secondRequest(remembering(1, 2));
  expect(states.map((state) => state?.memory)).toEqual([undefined, 1, 2]);
  expect(parseState(structuredClone(states[1]))).toMatchObject({ memory: 1 });
});

test("a summary without a memory removes the old one", async () => {
  const states = await secondRequest(remembering(1));
  expect(states.map((state) => state?.memory)).toEqual([undefined, 1, undefined]);
});
