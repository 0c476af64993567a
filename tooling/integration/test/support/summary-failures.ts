import type { Step } from "@cutpoint/provider-sim";

/** What a model answers that cannot summarize. */
export const summaryFailures: Readonly<Record<string, Step>> = {
  "no text": "",
  "too much text": "This text was not requested. ".repeat(2000),
  "a copy of the conversation":
    "[User]: Question 1: which part is it?\n[Assistant]: Very well.\n".repeat(40),
  "a tool call": { type: "answer", calls: [{ name: "look_up", arguments: "{}" }] },
  "text that was cut off": { type: "answer", text: "## Goal\n- To know", stop: "length" },
  "the error 500": { type: "failure", failure: "server-error" },
  "a rate limit": { type: "failure", failure: "rate-limit" },
  "an overload": { type: "failure", failure: "overloaded" },
  "an overflow of its own": { type: "failure", failure: "overflow" },
  "an empty stream": { type: "failure", failure: "empty" },
  "a broken connection": { type: "failure", failure: "hang-up" },
  "no answer in time": { type: "failure", failure: "stall" },
};

/** What a model answers that is not what it was asked for, and is better than no summary. */
export const plainSummaries: Readonly<Record<string, Step>> = {
  "prose without headings": "They talked about many parts of it, one after the other.",
  "one heading of all": "## Goal\n- To know all parts of it.",
};
