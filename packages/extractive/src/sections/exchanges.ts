import { type Item, type Message, textOf, toolCalls } from "@cutpoint/core";
import { isUserMessage, type ToolRun, toolRuns } from "@cutpoint/core/kit";
import { isQuestion } from "../read/signs.ts";
import { ASSISTANT } from "../read/lines.ts";
import { requestExcerpt } from "./answers.ts";
import { proposalFor, SHORT_CHARACTERS } from "./replies.ts";

/** A request of the user and everything up to the next one. */
export type Exchange = {
  /** Text of the user, or `null` if it is not known. */
  readonly question: string | null;
  /** A short form of this text: what was asked first, and what was added last before the answer. */
  readonly asked: string;
  /** The options or the question of the model that a question of a few words answers. */
  readonly proposal: string | null;
  readonly items: readonly Item[];
  readonly runs: readonly ToolRun[];
  /** Text of the final answer, or `null` if there is none yet. */
  readonly answer: string | null;
};

const ASKED_CHARACTERS = 100;

/** Whether a user message is a notice of the app, as in `[Request interrupted by user]`. */
export function isNotice(text: string): boolean {
  return /^\s*\[[^\]]*\]\s*$/u.test(text);
}

/**
 * Groups items into exchanges, oldest first. User messages before a final answer are one question, unless a notice
 * interrupts them. If the model continues after a question to the user, the user answered elsewhere.
 *
 * @param openQuestion question of the first exchange if the items begin inside it
 */
export function exchangesOf(
  items: readonly Item[],
  openQuestion: string | null,
): readonly Exchange[] {
  const groups: { questions: string[]; items: Item[]; answer: string | null }[] = [];
  for (const item of items) {
    const { message } = item;
    const isUser = isUserMessage(message);
    let current = groups.at(-1);
    const said = current?.answer ?? null;
    const isNext = isUser || (message.role === "assistant" && isQuestion(said ?? ""));
    if (current === undefined || (said !== null && isNext))
      groups.push((current = { questions: [], items: [], answer: null }));
    if (message.role !== "user") current.answer = answerOf(message);
    if (isUser && isNotice(textOf(message))) current.questions = [];
    else if (isUser) current.questions.push(textOf(message));
    current.items.push(item);
  }
  return groups.map(({ answer, items, questions }, place) => {
    const all =
      questions.length > 0 || openQuestion === null || place > 0 ? questions : [openQuestion];
    const ends = new Set([all.at(0) ?? "", all.at(-1) ?? ""]);
    const asked = [...ends]
      .map((text) => requestExcerpt(text, ASKED_CHARACTERS))
      .join(" … ")
      .replace("… …", "…");
    const question = all.length === 0 ? null : all.join("\n");
    const said = groups[place - 1]?.answer ?? null;
    const isShort = said !== null && question !== null && question.length <= SHORT_CHARACTERS;
    const proposal = isShort ? proposalFor(said, question) : null;
    const named = proposal === null ? asked : `${asked} (to ${ASSISTANT}${proposal})`;
    return { question, asked: named, proposal, items, runs: toolRuns(items), answer };
  });
}

function answerOf(message: Message): string | null {
  if (message.role !== "assistant" || toolCalls(message).length > 0) return null;
  if (message.finishReason !== undefined && message.finishReason !== "stop") return null;
  const text = textOf(message);
  return text.trim() === "" ? null : text;
}
