import type { Item, ToolMessage } from "@cutpoint/core";
import { mapInSteps, type Steps } from "@cutpoint/core/kit";
import { ARROW, ASSISTANT, USER } from "../read/lines.ts";
import { chosenIn, type OptionList, optionListsIn } from "../read/options.ts";
import { answerLabel, userAnswerIn } from "../read/user-answer.ts";
import { BLANKS, sentencesOf, shortLine } from "../read/sentences.ts";
import { asks, isQuestion } from "../read/signs.ts";
import { anchorsOf } from "../terms/anchors.ts";
import type { Exchange } from "./exchanges.ts";

/** A longer answer, or one with a name or a number, says itself what it is about. */
export const SHORT_CHARACTERS = 30;
/** The view quotes the user elsewhere. 40: relation of coding −0.2 at 10 %. */
const REPLY_CHARACTERS = 24;
const LEAD_CHARACTERS = 160;
const OPTION_CHARACTERS = 120;
const PROPOSAL_CHARACTERS = 320;
/** The reply to a tool, which contains the question. */
const TOOL_REPLY_CHARACTERS = 200;
/** A question before the last sentences of a text is not left to the user. */
const LAST_SENTENCES = 3;

/**
 * Returns the short replies of the user, each with the options or the question that it answers, oldest first.
 *
 * @param items the items that a summary replaces. A question after them stays in the view.
 */
export function* repliesIn(
  exchanges: readonly Exchange[],
  items: ReadonlySet<Item | undefined>,
): Steps<readonly string[]> {
  const lines = yield* mapInSteps(exchanges.entries(), ([place, { question, runs }]) => {
    const before = exchanges[place - 1];
    const said = items.has(before?.items.at(-1)) ? (before?.answer ?? null) : null;
    const reply = said === null || question === null ? null : replyLine(said, question);
    const results = runs.map(({ callItem, result }) => (items.has(callItem) ? result : null));
    return [reply, ...results.map((result) => result && toolReplyLine(result))];
  });
  return lines.flat().filter((line) => line !== null);
}

/**
 * Renders a short reply of the user, such as `B)` or `yes, all 3`, after the options or the question that it answers.
 * Returns `null` if it answers none.
 *
 * @param said the last text of the model before the reply
 */
function replyLine(said: string, reply: string): string | null {
  const proposal = proposalFor(said, reply);
  const answer = shortLine(reply.replace(BLANKS, " ").trim(), REPLY_CHARACTERS);
  return proposal === null ? null : ASSISTANT + proposal + ARROW + USER + answer;
}

/** Returns the options or the question of the model that a reply of the user answers, or `null`. */
export function proposalFor(said: string, reply: string): string | null {
  const proposal = proposalIn(said, reply.replace(BLANKS, " ").trim());
  return proposal && shortLine(proposal.replaceAll(ARROW, " -> "), PROPOSAL_CHARACTERS);
}

/** Renders the user's reply in the result of a tool that asks the user, or returns `null` for other results. */
function toolReplyLine(result: ToolMessage): string | null {
  const answer = userAnswerIn(result);
  if (answer === null) return null;
  return answerLabel(result) + shortLine(answer.replace(BLANKS, " ").trim(), TOOL_REPLY_CHARACTERS);
}

function proposalIn(said: string, answer: string): string | null {
  const isShort = answer.length <= SHORT_CHARACTERS;
  const lists = optionListsIn(said);
  for (const list of lists.toReversed()) {
    const chosen = chosenIn(answer, list, isShort);
    if (chosen.length > 0) return renderOptions(list, chosen);
  }
  if (!isShort || asks(answer) || anchorsOf(answer, 1).length > 0) return null;
  const asking = lists.findLast(({ lead }) => asks(lead));
  return asking === undefined
    ? questionIn(said)
    : renderOptions(asking, [...asking.options.keys()]);
}

function renderOptions({ lead, options }: OptionList, labels: readonly string[]): string {
  const asked = shortLine(sentencesOf(lead).at(-1) ?? "", LEAD_CHARACTERS);
  const chosen = labels.map(
    (label) => `${label}) ${shortLine(options.get(label) ?? "", OPTION_CHARACTERS)}`,
  );
  return `${asked} ${chosen.join("; ")}`.trimStart();
}

/** Returns the question at the end of a text. */
function questionIn(said: string): string | null {
  const last = sentencesOf(said).slice(-LAST_SENTENCES);
  return last.findLast(isQuestion)?.replaceAll("**", "") ?? null;
}
