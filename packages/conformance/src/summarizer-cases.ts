import { failureCases } from "./summarizer/failure-cases.ts";
import type { SummarizerCase } from "./summarizer/rig.ts";
import { textCases } from "./summarizer/text-cases.ts";

/** Cases for the contract of `Summarizer`. */
export const summarizerCases: readonly SummarizerCase[] = [...textCases, ...failureCases];
