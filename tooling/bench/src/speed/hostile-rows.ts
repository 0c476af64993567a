import { createCompactor, type Item, redactSecrets, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { slope } from "../measure.ts";
import { least, processorTime, type Row } from "./row.ts";

const SENTENCE = "The harbour office counts every boat at noon and writes a table. ";
const KEY_HEADER = "-----BEGIN RSA PRIVATE KEY-----\n";

export const hostileRows: readonly Row[] = [
  { name: "one user message of 10 MB", unit: "ms", goal: 400, measure: () => longMessageTime(10) },
  {
    name: "one user message of 1 and 10 MB: exponent of growth",
    unit: "",
    goal: 1.1,
    measure: async () =>
      slope([
        [1, await longMessageTime(1)],
        [10, await longMessageTime(10)],
      ]),
  },
  { name: "headers of private keys, 1 MB", unit: "ms", goal: 50, measure: keyHeadersTime },
];

function longMessageTime(megabytes: number): Promise<number> {
  const text = SENTENCE.repeat(Math.ceil((megabytes * 1e6) / SENTENCE.length));
  return least(3, () => {
    const items = [text, "And then?", "Go on."].map((said, place): Item => ({
      id: `item-${place}`,
      message: userMessage(said),
    }));
    const policy = { windowTokens: 200_000 };
    const compactor = createCompactor({ policy, summarizer: createExtractiveSummarizer() });
    return processorTime(async () => {
      const { outcome } = await compactor.fit({ items, state: null }, { force: true });
      if (outcome.type !== "compacted") throw new Error(`the outcome is ${outcome.type}`);
    });
  });
}

function keyHeadersTime(): Promise<number> {
  const text = KEY_HEADER.repeat(Math.ceil(1e6 / KEY_HEADER.length));
  return least(3, () => processorTime(() => redactSecrets(text)));
}
