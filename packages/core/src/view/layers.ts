import type { Message } from "../message/message.ts";
import type { CachePlace, Request } from "../message/request.ts";

/** What Anthropic takes of break points in one request, and so the most of any provider. */
const MOST = 4;

const DEFAULT: readonly CachePlace[] = ["prefix", "history", "input", "progress"];

/** The places of the messages after which a provider should keep what it has read, ascending. */
export function cachePointsOf(
  messages: readonly Message[],
  layers: readonly Layer[],
  { cachePoints = DEFAULT, cacheLast }: Pick<Request, "cachePoints" | "cacheLast">,
): readonly number[] {
  const endOf = (place: string): number => layers.find(({ name }) => name === place)?.to ?? 0;
  const last = endOf("progress");
  const points: number[] = [];
  const add = (place: CachePlace): void => {
    if (place === "progress" && cacheLast === false) return;
    const end = place === "previous-step" ? newestAnswer(messages, last) : endOf(place);
    const isWanted = end > 0 && (end < last || cacheLast !== false);
    if (isWanted && !points.includes(end - 1)) points.push(end - 1);
  };
  cachePoints.forEach(add);
  if (cacheLast === true) add("progress");
  return points.sort((left, right) => left - right).slice(-MOST);
}

function newestAnswer(messages: readonly Message[], end: number): number {
  return messages.findLastIndex((message, index) => index < end && message.role === "assistant");
}

/** What the parts of a view are, from the most lasting to the most passing. */
export type LayerName = "prefix" | "history" | "input" | "progress" | "tail" | "announce";

/**
 * `stable`: its bytes stay while other layers change. `growing`: messages are added at its end. `ephemeral`: it comes
 * with one request.
 */
type Stability = "stable" | "growing" | "ephemeral";

/** A part of a view: the messages from the place `from` up to, not including, the place `to`. */
export type Layer = {
  readonly name: LayerName;
  readonly stability: Stability;
  readonly from: number;
  readonly to: number;
};

const LAYERS: readonly Pick<Layer, "name" | "stability">[] = [
  { name: "prefix", stability: "stable" },
  { name: "history", stability: "stable" },
  { name: "input", stability: "stable" },
  { name: "progress", stability: "growing" },
  { name: "tail", stability: "ephemeral" },
  { name: "announce", stability: "ephemeral" },
];

/** The six layers, of the places where each ends. */
export function layersEndingAt(ends: readonly number[]): readonly Layer[] {
  return LAYERS.map(({ name, stability }, index) => ({
    name,
    stability,
    from: ends[index - 1] ?? 0,
    to: ends[index] ?? 0,
  }));
}
