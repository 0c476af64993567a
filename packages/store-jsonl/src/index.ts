export { createJsonlStateStore } from "./jsonl-state-store.ts";
export type { JsonlStore } from "./jsonl-store.ts";
export { createJsonlStore } from "./jsonl-store.ts";
export type { CorruptLine, Durability, JsonlStoreOptions, Repair } from "./options.ts";
