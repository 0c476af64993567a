import { type Item, type SummaryRequest, textOf } from "@cutpoint/core";
import { isUserMessage, type Steps, type TokenBudget } from "@cutpoint/core/kit";
import { requestExcerpt } from "./answers.ts";
import { exchangesOf } from "./exchanges.ts";
import type { ContextSelector } from "../select/key-lines.ts";
import { USER } from "../read/lines.ts";
import type { ToDo } from "../read/to-do.ts";
import { sectionLine } from "./sections.ts";
import { TO_DO_SHARE } from "../constants.ts";

const MOST_REQUEST_CHARACTERS = 320;

/**
 * Writes lines without sections: the newest request, open steps of a to-do list, then selected lines. A request that the
 * view contains is repeated only with the proposal that it answers, or if there is nothing else to write.
 */
export function* writeShortNotes(
  request: SummaryRequest,
  toDo: ToDo,
  selector: ContextSelector,
  budget: TokenBudget,
): Steps<string> {
  const { isChat = false, items, kept, truncatedIds = [], turnPrefix, verbatimIds = [] } = request;
  const all = [...items, ...turnPrefix, ...kept];
  const asked = lastUser(all);
  const isShown =
    isChat ||
    asked === undefined ||
    kept.includes(asked) ||
    [...verbatimIds, ...truncatedIds].includes(asked.id);
  const reply = isChat ? null : openReply(all, kept);
  const asks = isShown && reply !== null && budget.take(lineOf(reply));
  const opening = asks ? [reply] : isShown ? [] : takeRequest(request, budget);
  const share = budget.share(TO_DO_SHARE * budget.left());
  const open = [...toDo.inProgress, ...toDo.pending].map((step) => sectionLine("inProgress", step));
  const left = open.findIndex((step) => !share.take(step));
  const steps = left === -1 ? open : open.slice(0, left);
  const { history, turn } = yield* selector.select([...opening, ...steps].join("\n"), budget);
  const entries = [...opening, ...history, ...turn];
  return [...(entries.length > 0 ? entries : takeRequest(request, budget)).map(lineOf), ...steps]
    .join("\n")
    .toWellFormed();
}

/** Returns the newest request without an answer, if it is a short reply to a proposal that the view does not show. */
function openReply(items: readonly Item[], kept: readonly Item[]): string | null {
  const [before, last] = exchangesOf(items, null).slice(-2);
  if (last === undefined || last.answer !== null || last.proposal === null) return null;
  return kept.includes(before?.items.at(-1) as Item) ? null : USER + last.asked;
}

/** Returns an excerpt of the newest user request, or an empty string. */
export function newestRequest(
  { items, turnPrefix }: SummaryRequest,
  maxCharacters: number = MOST_REQUEST_CHARACTERS,
): string {
  const asked = lastUser([...items, ...turnPrefix]);
  if (asked === undefined) return "";
  return requestExcerpt(textOf(asked.message), Math.min(MOST_REQUEST_CHARACTERS, maxCharacters));
}

function lastUser(items: readonly Item[]): Item | undefined {
  return items.findLast(({ message }) => isUserMessage(message));
}

function takeRequest(request: SummaryRequest, budget: TokenBudget): readonly string[] {
  const asked = newestRequest(request, 2 * Math.floor(budget.left()));
  return asked !== "" && budget.take(lineOf(USER + asked)) ? [USER + asked] : [];
}

function lineOf(entry: string): string {
  return sectionLine("criticalContext", entry);
}
