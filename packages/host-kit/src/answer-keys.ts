import { fingerprint } from "./fingerprint.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";

/** The number of answers to look up. Each answer after a compaction has the state under its key. */
const NEWEST_ANSWERS = 16;

type AnswerFormat<Unit> = Pick<UnitFormat<Unit, never>, "answerOf" | "contentOf">;

/** Returns keys for the newest answers with the unit before each. They stay the same if older units change. */
export function newestAnswerKeys<Unit>(
  units: readonly Unit[],
  format: AnswerFormat<Unit>,
  conversation?: string,
): readonly string[] {
  const keys: string[][] = [];
  for (let index = units.length - 1; index >= 0 && keys.length < NEWEST_ANSWERS; index -= 1) {
    const unit = units[index];
    const answer = unit === undefined ? null : format.answerOf(unit);
    if (answer !== null)
      keys.unshift([...answerKeys(answer, units[index - 1], format, conversation)]);
  }
  return keys.flat();
}

/** Returns the keys of an answer to a request whose last unit is `before`: its own ids, or a hash. */
export function answerKeys<Unit>(
  { callIds, ids = [], text }: AnswerText,
  before: Unit | undefined,
  { contentOf }: Pick<AnswerFormat<Unit>, "contentOf">,
  conversation = "",
): readonly string[] {
  if (ids.length > 0) return ids.map((id) => `answer ${id}`);
  const content = before === undefined ? "" : contentOf(before);
  return [
    `answer ${fingerprint(JSON.stringify([conversation, content, text.trim(), ...callIds]))}`,
  ];
}
