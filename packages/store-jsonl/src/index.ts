export { createJsonlStore } from "./jsonl-store.ts";
export type { CorruptLine, JsonlStoreOptions, Repair } from "./options.ts";
