import { type Summarizer, textOf } from "@cutpoint/core";

/** Behavior of the summarizer. */
export type Manner =
  | "short"
  | "full"
  | "growing"
  | "empty"
  | "huge"
  | "echo"
  | "rejects"
  | "throws";

/** How a summarizer behaves, and what it received in the last compaction. */
export type Asked = { manner: Manner; calls: number; given: readonly string[] };

/** Creates a summarizer that behaves as requested and records its calls. */
export function mannered(asked: Asked): Summarizer {
  return {
    name: "mannered",
    async summarize({ items, kept, maxTokens, previousSummary, turnPrefix }) {
      asked.calls += 1;
      asked.given = [...items, ...turnPrefix].map((item) => item.id);
      const room = "word ".repeat(Math.ceil((maxTokens * 4) / 5)).slice(0, maxTokens * 4);
      switch (asked.manner) {
        case "short":
          return summaryOf(`Of ${items.length} items.`);
        case "full":
          return summaryOf(room);
        case "growing":
          return summaryOf(`${previousSummary ?? ""}\n${room}`);
        case "empty":
          return summaryOf(" \n");
        case "huge":
          return summaryOf("on and on ".repeat(5_000));
        case "echo":
          return summaryOf([...items, ...kept].map((item) => textOf(item.message)).join("\n"));
        case "rejects":
          return Promise.reject(new Error("overloaded"));
        case "throws":
          throw new Error("no such model");
      }
    },
  };
}

function summaryOf(text: string): { text: string; method: string; calls: number } {
  return { text, method: "mannered", calls: 1 };
}
