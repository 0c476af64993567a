export type { CompactionOptions } from "@cutpoint/host-kit";
export type { CompactingFetchOptions } from "./compacting-fetch.ts";
export { createCompactingFetch } from "./compacting-fetch.ts";
