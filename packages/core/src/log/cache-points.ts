import type { Message } from "../model/message.ts";
import type { CachePlace, Request } from "../model/request.ts";
import type { Layer } from "./layers.ts";

/** What Anthropic takes of break points in one request, and so the most of any provider. */
const MOST = 4;

const DEFAULT: readonly CachePlace[] = ["summaries", "history", "input", "progress"];

/** The places of the messages after which a provider should keep what it has read, ascending. */
export function cachePointsOf(
  messages: readonly Message[],
  layers: readonly Layer[],
  { cachePoints = DEFAULT, cacheLast }: Pick<Request, "cachePoints" | "cacheLast">,
): readonly number[] {
  const ends = new Map(layers.map(({ name, to }) => [name as string, to]));
  const last = ends.get("progress") ?? 0;
  const places = new Set(cachePoints);
  if (cacheLast === true) places.add("progress");
  if (cacheLast === false) places.delete("progress");
  const points = [...places].map((place) =>
    place === "previous-step" ? newestAnswer(messages, last) : (ends.get(place) ?? 0),
  );
  return [...new Set(points)]
    .filter((end) => end > 0 && (end < last || cacheLast !== false))
    .toSorted((left, right) => left - right)
    .slice(-MOST)
    .map((end) => end - 1);
}

function newestAnswer(messages: readonly Message[], end: number): number {
  return messages.findLastIndex((message, index) => index < end && message.role === "assistant");
}
