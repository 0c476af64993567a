import { type Item, textOf, toolCalls } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";

/** A user request and everything up to the next one. */
export type Exchange = {
  /** Text of the user, or `null` if the items begin inside an exchange. */
  readonly question: string | null;
  readonly items: readonly Item[];
  /** Text of the final answer, or `null` if there is none yet. */
  readonly answer: string | null;
};

/** Groups items into exchanges, oldest first. User messages in a row are one question. */
export function exchangesOf(items: readonly Item[]): readonly Exchange[] {
  const groups: { questions: string[]; items: Item[]; answered: boolean }[] = [];
  for (const item of items) {
    const current = groups.at(-1);
    if (isUserMessage(item.message)) {
      if (current !== undefined && !current.answered) {
        current.questions.push(textOf(item.message));
        current.items.push(item);
      } else {
        groups.push({ questions: [textOf(item.message)], items: [item], answered: false });
      }
    } else if (current === undefined) {
      groups.push({ questions: [], items: [item], answered: true });
    } else {
      current.items.push(item);
      current.answered ||= item.message.role === "assistant";
    }
  }
  return groups.map((group) => ({
    question: group.questions.length === 0 ? null : group.questions.join("\n"),
    items: group.items,
    answer: answerOf(group.items),
  }));
}

function answerOf(items: readonly Item[]): string | null {
  const last = items.findLast((item) => item.message.role !== "user")?.message;
  if (last?.role !== "assistant" || toolCalls(last).length > 0) return null;
  if (last.finishReason !== undefined && last.finishReason !== "stop") return null;
  const text = textOf(last);
  return text.trim() === "" ? null : text;
}
