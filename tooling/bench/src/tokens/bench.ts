import { testChunks } from "@cutpoint/fit-estimator";
import { printGoals } from "../goals.ts";
import { accuracyGoals } from "./accuracy.ts";
import { createCounters } from "./counters.ts";
import { hostileGoals } from "./hostile.ts";
import { sizeGoals } from "./size.ts";
import { speedGoals } from "./speed.ts";
import { printTranscripts } from "./transcripts.ts";
import { usageGoals } from "./usage.ts";

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
  ];
  printTranscripts(counters);
  printGoals("Goals", goals);
  counters.exact[Symbol.dispose]();
}
