import type { MemoryLimit } from "./recent-map.ts";

type MemoryName = "bodies" | "conversations" | "states" | "usages";

/**
 * Everything that an adapter keeps between calls. `docs/reliability.md` has the same table.
 *
 * Together they take at most 64 MB of memory. A conversation above a limit in characters is not kept, so each of its
 * requests is read as a whole.
 */
export const MEMORY_LIMITS: Readonly<Record<MemoryName, MemoryLimit>> = {
  /** Bodies of HTTP requests, as text and parsed. */
  bodies: { entries: 256, characters: 8_000_000 },
  /** Messages of the last requests, with their items. */
  conversations: { entries: 256, characters: 8_000_000 },
  /** Compaction states of conversations. */
  states: { entries: 2_000, characters: 12_000_000 },
  /** The token usage of answers. */
  usages: { entries: 2_000, characters: 200_000 },
};
