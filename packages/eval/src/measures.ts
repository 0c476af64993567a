// The measures without files and WebAssembly, for browsers.
export type { Transcript } from "./transcript/transcript.ts";
export { anchorsIn } from "./reading/anchor.ts";
export type { Cut } from "./reading/cut.ts";
export type { Reading } from "./reading/reading.ts";
export { readingOf, wordsIn } from "./reading/reading.ts";
export type { NeededAnchor, Needs } from "./reading/needs.ts";
export { needsOf } from "./reading/needs.ts";
export type { Fabrication } from "./measure/fabricated.ts";
export { fabricationIn } from "./measure/fabricated.ts";
export type { ResultText } from "./measure/result-text.ts";
export { resultTextOf } from "./measure/result-text.ts";
export { keptAnchors } from "./measure/retention.ts";
export { createClearResults } from "./methods/clear-results.ts";
export { createKeepNewest } from "./methods/keep-newest.ts";
export { createUserTextAndNewest } from "./methods/user-text-and-newest.ts";
