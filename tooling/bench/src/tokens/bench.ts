import { testChunks } from "@cutpoint/fit-estimator";
import type { Message } from "@cutpoint/core";
import { type Goal, printGoals } from "../goals.ts";
import { accuracyGoals } from "./accuracy.ts";
import { budgetGoals, mixedConversations, usedShares } from "./budgets.ts";
import { type Counters, createCounters } from "./counters.ts";
import { hostileGoals } from "./hostile.ts";
import { sizeGoals } from "./size.ts";
import { speedGoals } from "./speed.ts";
import { printTranscripts, recordedConversations } from "./transcripts.ts";
import { usageGoals } from "./usage.ts";

/** Smaller budgets than most system texts of recorded conversations are of no use. */
const BUDGETS = {
  generated: [2_000, 8_000],
  recorded: [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 100_000],
} as const;
const GENERATED = 200;

/** Measures accuracy and speed of token estimates, compared with other libraries. */
export async function bench(): Promise<void> {
  const counters = await createCounters();
  const chunks = testChunks();
  const goals = [
    ...speedGoals(counters, chunks),
    ...accuracyGoals(counters, chunks),
    ...(await sizeGoals()),
    ...hostileGoals(counters),
    ...(await usageGoals(counters, chunks)),
    ...(await usedGoals("generated", mixedConversations(chunks, GENERATED), counters)),
  ];
  const recorded = await recordedConversations();
  if (recorded.length > 0) {
    printTranscripts(counters, recorded);
    goals.push(...(await usedGoals("recorded", recorded, counters)));
  }
  printGoals("Goals", goals);
  counters.exact[Symbol.dispose]();
}

async function usedGoals(
  kind: keyof typeof BUDGETS,
  conversations: readonly (readonly Message[])[],
  { exact }: Counters,
): Promise<readonly Goal[]> {
  const shares = await usedShares(conversations, BUDGETS[kind], exact);
  return budgetGoals(`${kind} conversations`, shares);
}
