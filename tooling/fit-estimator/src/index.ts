export { createExactCounter, type ExactCounter } from "./exact.ts";
export { type ErrorReport, type KindError, measure } from "./measure.ts";
export { testChunks } from "./report.ts";
export type { Chunk } from "./texts/chunks.ts";
export { createRandom } from "./texts/random.ts";
