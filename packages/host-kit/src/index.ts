// For authors of adapters whose host stores no compaction state.
export { fingerprint } from "./fingerprint.ts";
export type { RecentMap } from "./recent-map.ts";
export { createRecentMap } from "./recent-map.ts";
export type { StateStorage } from "./state-storage.ts";
export { createStateStorage, findNewest } from "./state-storage.ts";
export { withOfflineFallback } from "./with-offline-fallback.ts";
