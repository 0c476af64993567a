import type { Item, Policy } from "@cutpoint/core";
import * as fc from "fast-check";
import { cleanConversation } from "../generate/conversation.ts";
import { hostileItems } from "../generate/history.ts";
import { rarely, record } from "../generate/record.ts";
import type { Manner } from "./mannered.ts";

type Call = "fit" | "force" | "recover";

/** A history, and the steps that extend and compact it. */
export type HostileRun = {
  readonly items: readonly Item[];
  /** Whether the messages are in a session or in a list of the host. */
  readonly host: "list" | "session";
  readonly policy: Policy;
  readonly system: string;
  readonly steps: readonly {
    readonly more: number;
    readonly call: Call;
    readonly manner: Manner;
  }[];
};

/** Some windows leave little room beside what must stay. */
const window = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 300, max: 900 }) },
  { weight: 2, arbitrary: fc.integer({ min: 600, max: 1_300 }) },
  { weight: 3, arbitrary: fc.integer({ min: 900, max: 5_000 }) },
);

const policies: fc.Arbitrary<Policy> = fc
  .tuple(
    window,
    fc.constantFrom<NonNullable<Policy["boundary"]>[]>("message", "message", "user", "user-only"),
    fc.constantFrom<Pick<Policy, "keepUserTokens">[]>({}, {}, { keepUserTokens: 0 }),
    fc.constantFrom<NonNullable<Policy["prune"]>[]>(
      "none",
      {},
      { protectTokens: 0, minimumSavings: 0 },
      { trigger: { type: "share", share: 0.3 }, protectTokens: 0, minimumSavings: 0 },
      { protectTokens: 100, minimumSavings: 50, protectedTools: ["read"] },
    ),
    fc.constantFrom<Policy[]>(
      {},
      { trigger: { type: "items", items: 8 } },
      { trigger: { type: "share", share: 0.5 } },
      { keep: { type: "turns", turns: 2 } },
      { keep: { type: "share", share: 0.3 } },
      { fileBytes: 30 },
      { minimumProgress: 0 },
    ),
  )
  .map(([windowTokens, boundary, verbatim, prune, more]) => ({
    windowTokens,
    boundary,
    ...verbatim,
    prune,
    ...more,
  }));

const MANNERS: readonly Manner[] = [
  "short",
  "short",
  "short",
  "full",
  "full",
  "growing",
  "growing",
  "empty",
  "huge",
  "echo",
  "rejects",
  "throws",
];

export const hostileRuns: fc.Arbitrary<HostileRun> = record<HostileRun>({
  items: fc.oneof(
    { weight: 3, arbitrary: hostileItems },
    { weight: 2, arbitrary: cleanConversation({ minTurns: 3, maxTurns: 9 }) },
  ),
  host: rarely(8).map((isSession) => (isSession ? "session" : "list")),
  policy: policies,
  system: fc.constantFrom("", "", "s".repeat(400)),
  steps: fc.array(
    record({
      more: fc.integer({ min: 0, max: 24 }),
      call: fc.constantFrom<Call[]>("fit", "fit", "force", "force", "recover"),
      manner: fc.constantFrom(...MANNERS),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});
