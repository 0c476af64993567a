export type { MemoryStore } from "./memory-store.ts";
export { createMemoryStore } from "./memory-store.ts";
