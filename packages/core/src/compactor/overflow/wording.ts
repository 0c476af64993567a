/**
 * One way in which providers word an error: who sends it, what it is recognised by, and a text as it is really sent.
 *
 * A pattern has no unbounded gap, so that the time to search a text grows with its length alone.
 */
export type Wording = {
  readonly sentBy: string;
  readonly pattern: RegExp;
  readonly example: string;
};

/** The first of the wordings that a text uses. */
export function wordingOf<Row extends Wording>(
  wordings: readonly Row[],
  text: string,
): Row | undefined {
  return wordings.find(({ pattern }) => pattern.test(text));
}
