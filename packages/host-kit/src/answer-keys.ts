import { fingerprint } from "./fingerprint.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";

/** The number of answers to look up. Each answer after a compaction has the state under its key. */
const NEWEST_ANSWERS = 16;

/** Returns keys for the newest answers with the unit before each. They stay the same if older units change. */
export function newestAnswerKeys<Unit>(
  units: readonly Unit[],
  format: Pick<UnitFormat<Unit, never>, "answerOf" | "contentOf">,
  conversation: string,
): readonly string[] {
  const keys: string[] = [];
  for (let index = units.length - 1; index >= 0 && keys.length < NEWEST_ANSWERS; index -= 1) {
    const unit = units[index];
    const answer = unit === undefined ? null : format.answerOf(unit);
    if (answer !== null) keys.unshift(answerKey(answer, units[index - 1], format, conversation));
  }
  return keys;
}

/** Returns the key of an answer to a request whose last unit is `before`. */
export function answerKey<Unit>(
  { callIds, text }: AnswerText,
  before: Unit | undefined,
  { contentOf }: Pick<UnitFormat<Unit, never>, "contentOf">,
  conversation: string,
): string {
  const content = before === undefined ? "" : contentOf(before);
  return `answer ${fingerprint(JSON.stringify([conversation, content, text.trim(), ...callIds]))}`;
}
