import type { Method } from "../methods/method.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { shareOf } from "./retention.ts";

/** Hits per question that are considered. */
const LIMIT = 10;

/**
 * Returns the share of evidence turns among the first ten hits of a search with the question.
 *
 * Returns `null` if there are no questions or the method has no search.
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
