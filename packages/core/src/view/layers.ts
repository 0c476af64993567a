import type { Message } from "../message/message.ts";
import type { CachePlace, Request } from "../message/request.ts";

/** The limit of Anthropic, which is the lowest of all providers. */
const MAX_CACHE_POINTS = 4;

const DEFAULT: readonly CachePlace[] = ["prefix", "history", "input", "progress"];

/** Returns the positions of the messages after which a provider should cache, in ascending order. */
export function cachePointsOf(
  messages: readonly Message[],
  layers: readonly Layer[],
  { cachePoints = DEFAULT, cacheLast }: Pick<Request, "cachePoints" | "cacheLast">,
): readonly number[] {
  const endOf = (place: string): number => layers.find(({ name }) => name === place)?.to ?? 0;
  const last = endOf("progress");
  const points: number[] = [];
  const add = (place: CachePlace): void => {
    const end = place === "previous-step" ? newestAnswer(messages, last) : endOf(place);
    const isWanted = end > 0 && (end < last || cacheLast !== false);
    if (isWanted && !points.includes(end - 1)) points.push(end - 1);
  };
  cachePoints.forEach(add);
  if (cacheLast === true) add("progress");
  return points.sort((left, right) => left - right).slice(-MAX_CACHE_POINTS);
}

function newestAnswer(messages: readonly Message[], end: number): number {
  return messages.findLastIndex((message, index) => index < end && message.role === "assistant");
}

/** The layers of a view, from the most stable to the most volatile. */
export type LayerName = "prefix" | "notes" | "history" | "input" | "progress" | "tail" | "announce";

/**
 * `stable`: unchanged until the next compaction. `growing`: messages are appended; those of the prefix by compactions.
 * `ephemeral`: one request only.
 */
type Stability = "stable" | "growing" | "ephemeral";

/** The messages of a view from the position `from` up to, but not including, `to`. */
export type Layer = {
  readonly name: LayerName;
  readonly stability: Stability;
  readonly from: number;
  readonly to: number;
};

const LAYERS: readonly Pick<Layer, "name" | "stability">[] = [
  { name: "prefix", stability: "growing" },
  { name: "notes", stability: "stable" },
  { name: "history", stability: "stable" },
  { name: "input", stability: "stable" },
  { name: "progress", stability: "growing" },
  { name: "tail", stability: "ephemeral" },
  { name: "announce", stability: "ephemeral" },
];

/** Returns the seven layers, given the position where each ends. */
export function layersEndingAt(ends: readonly number[]): readonly Layer[] {
  return LAYERS.map((layer, index) => ({
    ...layer,
    from: ends[index - 1] ?? 0,
    to: ends[index] ?? 0,
  }));
}
