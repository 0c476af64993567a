import { type Provider, startProvider, type Step } from "@cutpoint/provider-sim";
import { afterEach, beforeEach } from "vitest";

/** The window of the provider, in tokens. */
export const windowTokens = 2000;

type SmallWindow = {
  readonly url: () => string;
  /** Replaces the next answers. The others are "OK.". */
  readonly answerWith: (...steps: readonly Step[]) => void;
  readonly requests: Provider["requests"];
  /** Returns whether each request was answered or refused. */
  readonly outcomes: () => readonly string[];
};

/** Starts a provider with a small window for each test of the file. */
export function useSmallWindow(): SmallWindow {
  let provider: Provider;
  let steps: Step[];
  beforeEach(async () => {
    steps = [];
    provider = await startProvider({ windowTokens, script: () => steps.shift() ?? "OK." });
  });
  afterEach(() => provider[Symbol.asyncDispose]());
  return {
    url: () => provider.url,
    answerWith: (...next) => void steps.push(...next),
    requests: () => provider.requests(),
    outcomes: () => provider.requests().map(({ outcome }) => outcome.type),
  };
}

type Said = { readonly role: "user" | "assistant"; readonly content: string };

/** Returns a conversation of about 60 tokens a turn that ends with a question. */
export function talk(turns: number): Said[] {
  const said = Array.from({ length: turns }, (_, turn): Said[] => [
    { role: "user", content: `Question ${turn}: ${"what about this? ".repeat(8)}` },
    { role: "assistant", content: `Answer ${turn}.` },
  ]).flat();
  return [...said, { role: "user", content: "And now?" }];
}
