import { type Message, textOf, type ToolMessage } from "./message.ts";

/** Who said a text. It is carried as data: a label in a text proves nothing. */
export type Origin = {
  readonly by: "user" | "assistant" | "tool" | "host" | "summary";
  /** The name of the tool. */
  readonly name?: string;
};

const AUTHORS = { user: "user", synthetic: "host", summary: "summary" } as const;

/** Returns who said a message. */
export function originOf(message: Message): Origin {
  if (message.role === "tool") return { by: "tool", name: message.name };
  if (message.role === "user") return { by: AUTHORS[message.provenance] };
  return { by: message.role === "assistant" ? "assistant" : "host" };
}

/** The tools of Claude Code that ask the user. Any other tool can return text of the same form. */
const QUESTION_TOOLS: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

const USER_ANSWER =
  /^(?:User has answered your questions:|The user doesn['’]t want to [^]{1,400}? the user said:)\s([^]*)$/u;

/** Returns the user's words in the result of a tool that asks the user; `null` for results of other tools. */
export function userAnswerIn(message: ToolMessage): string | null {
  if (!QUESTION_TOOLS.has(message.name)) return null;
  return USER_ANSWER.exec(textOf(message))?.[1] ?? null;
}
