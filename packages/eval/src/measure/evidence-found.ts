import type { Method } from "../methods/method.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { shareOf } from "./retention.ts";

/** How many hits are looked at. */
const LIMIT = 10;

/**
 * The share of a chat's evidence turns among the first ten hits of a search with the question's own words; `null` where
 * there are no questions, or the method has no search.
 */
export async function evidenceFound(
  { messages, questions }: Transcript,
  method: Pick<Method, "search">,
): Promise<number | null> {
  if (questions.length === 0 || method.search === undefined) return null;
  const asked = questions.map(({ question }) => question);
  const hits = await method.search({ messages, queries: asked, limit: LIMIT });
  const turns = questions.flatMap(({ evidence }, index) =>
    evidence.map((place) => ({ place, found: hits[index]?.slice(0, LIMIT) ?? [] })),
  );
  return shareOf(turns, ({ place, found }) => found.includes(place));
}
