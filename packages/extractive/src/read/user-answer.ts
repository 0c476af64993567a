import { textOf, type ToolMessage } from "@cutpoint/core";
import { quotedName } from "./quoted-name.ts";

/** The tools of Claude Code that ask the user. Any other tool can return text of the same form. */
const QUESTION_TOOLS: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

const USER_ANSWER =
  /^(?:User has answered your questions:|The user doesn['’]t want to [^]{1,400}? the user said:)\s([^]*)$/u;

/** Returns the user's words in the result of a tool that asks the user; `null` for results of other tools. */
export function userAnswerIn(message: ToolMessage): string | null {
  if (!QUESTION_TOOLS.has(message.name)) return null;
  return USER_ANSWER.exec(textOf(message))?.[1] ?? null;
}

/** Returns the prefix for the user's words in the result of a tool. */
export function answerLabel({ name }: ToolMessage): string {
  return `answer to ${quotedName(name)}: `;
}
