import type { Message } from "../model/message.ts";
import type { CachePlace, Request } from "../model/request.ts";
import type { Layer } from "./layers.ts";

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
