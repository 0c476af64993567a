import { type Item, type SummaryRequest, textOf } from "@cutpoint/core";
import { isUserMessage, type Steps, type TokenBudget } from "@cutpoint/core/kit";
import { requestExcerpt } from "./answers.ts";
import type { ContextSelector } from "../select/key-lines.ts";
import { USER } from "../read/lines.ts";
import { sectionLine } from "./sections.ts";

const MOST_REQUEST_CHARACTERS = 320;

/**
 * Writes lines without sections: the newest request, then selected lines. A request that the view contains is repeated
 * only if there is nothing else to write.
 */
export function* writeShortNotes(
  request: SummaryRequest,
  selector: ContextSelector,
  budget: TokenBudget,
): Steps<string> {
  const { isChat = false, items, kept, truncatedIds = [], turnPrefix, verbatimIds = [] } = request;
  const asked = lastUser([...items, ...turnPrefix, ...kept]);
  const isShown =
    isChat ||
    asked === undefined ||
    kept.includes(asked) ||
    [...verbatimIds, ...truncatedIds].includes(asked.id);
  const opening = isShown ? [] : takeRequest(request, budget);
  const { history, turn } = yield* selector.select(opening.join("\n"), budget);
  const entries = [...opening, ...history, ...turn];
  return (entries.length > 0 ? entries : takeRequest(request, budget))
    .map(lineOf)
    .join("\n")
    .toWellFormed();
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
