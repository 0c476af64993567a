export { createMemoryStateStore } from "./memory-state-store.ts";
export type { MemoryStore } from "./memory-store.ts";
export { createMemoryStore } from "./memory-store.ts";
