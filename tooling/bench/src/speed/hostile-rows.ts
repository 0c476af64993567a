import { createCompactor, type Item, redactSecrets, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { slope } from "../measure.ts";
import { compare, type Measured, type Row, timeOf } from "./row.ts";
import { countWords } from "./yardsticks.ts";

const SENTENCE = "The harbour office counts every boat at noon and writes a table. ";
const KEY_HEADER = "-----BEGIN RSA PRIVATE KEY-----\n";

const yardstick = "count its words";

export const hostileRows: readonly Row[] = [
  {
    name: "one user message of 10 MB",
    yardstick,
    unit: "×",
    goal: 4.1,
    measure: () => longMessageTime(10),
  },
  {
    name: "one user message of 1 and 10 MB: exponent of growth",
    unit: "",
    goal: 1.1,
    measure: async () => {
      const [one, ten] = [await longMessageTime(1), await longMessageTime(10)];
      return {
        measured:
          1 +
          slope([
            [1, one.measured],
            [10, ten.measured],
          ]),
      };
    },
  },
  {
    name: "headers of private keys, 1 MB",
    yardstick,
    unit: "×",
    goal: 8.2,
    measure: () => {
      const text = fill(KEY_HEADER, 1);
      return compare(
        9,
        () => timeOf(() => redactSecrets(text)),
        () => timeOf(() => countWords([text])),
      );
    },
  },
];

function fill(line: string, megabytes: number): string {
  return line.repeat(Math.ceil((megabytes * 1e6) / line.length));
}

function longMessageTime(megabytes: number): Promise<Measured> {
  const text = fill(SENTENCE, megabytes);
  const items = [text, "And then?", "Go on."].map((said, place): Item => ({
    id: `item-${place}`,
    message: userMessage(said),
  }));
  const compact = async (): Promise<void> => {
    const policy = { windowTokens: 200_000 };
    const compactor = createCompactor({ policy, summarizer: createExtractiveSummarizer() });
    const fresh = items.map((item) => ({ ...item, message: { ...item.message } }));
    const { outcome } = await compactor.fit({ items: fresh, state: null }, { force: true });
    if (outcome.type !== "compacted") throw new Error(`the outcome is ${outcome.type}`);
  };
  return compare(
    5,
    () => timeOf(compact),
    () => timeOf(() => countWords([text])),
  );
}
