import { type Item, textOf, toolCalls } from "@cutpoint/core";
import { isUserMessage, type ToolRun, toolRuns } from "@cutpoint/core/kit";

/** A user request and everything up to the next one. */
export type Exchange = {
  /** Text of the user, or `null` if it is not known. */
  readonly question: string | null;
  readonly items: readonly Item[];
  readonly runs: readonly ToolRun[];
  /** Text of the final answer, or `null` if there is none yet. */
  readonly answer: string | null;
};

/** Whether a user message is a notice of the app, as in `[Request interrupted by user]`. */
export function isNotice(text: string): boolean {
  return /^\s*\[[^\]]*\]\s*$/u.test(text);
}

/**
 * Groups items into exchanges, oldest first. User messages in a row are one question, unless a notice interrupts them.
 *
 * @param openQuestion question of the first exchange if the items begin inside it
 */
export function exchangesOf(
  items: readonly Item[],
  openQuestion: string | null,
): readonly Exchange[] {
  const groups: { questions: string[]; items: Item[]; isAnswered: boolean }[] = [];
  for (const item of items) {
    const isUser = isUserMessage(item.message);
    let current = groups.at(-1);
    if (current === undefined || (isUser && current.isAnswered))
      groups.push((current = { questions: [], items: [], isAnswered: !isUser }));
    const text = isUser ? textOf(item.message) : "";
    if (isUser && isNotice(text)) current.questions = [];
    else if (isUser) current.questions.push(text);
    else current.isAnswered ||= item.message.role === "assistant";
    current.items.push(item);
  }
  return groups.map(({ questions, items }, place) => {
    const open = place === 0 ? openQuestion : null;
    const question = questions.length === 0 ? open : questions.join("\n");
    return { question, items, runs: toolRuns(items), answer: answerOf(items) };
  });
}

function answerOf(items: readonly Item[]): string | null {
  const last = items.findLast((item) => item.message.role !== "user")?.message;
  if (last?.role !== "assistant" || toolCalls(last).length > 0) return null;
  if (last.finishReason !== undefined && last.finishReason !== "stop") return null;
  const text = textOf(last);
  return text.trim() === "" ? null : text;
}
