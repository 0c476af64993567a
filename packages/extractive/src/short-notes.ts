import { type Item, type SummaryRequest, textOf } from "@cutpoint/core";
import { isUserMessage, type TokenBudget } from "@cutpoint/core/kit";
import { requestExcerpt } from "./excerpt.ts";
import type { Facts } from "./key-lines.ts";
import { USER } from "./lines.ts";
import { type ParsedSummary, sectionLine } from "./sections.ts";

/** In fewer tokens than this, headings and what stands under each of them leave too little room for facts. */
const PLAIN_BELOW = 1_024;
const MOST_REQUEST_CHARACTERS = 320;

/** Whether there is so little room that a summary is told in lines without sections. */
export function isPlain({ maxTokens }: SummaryRequest): boolean {
  return maxTokens < PLAIN_BELOW;
}

/**
 * Lines without sections: the newest request, then the facts. What the view holds to the letter is not told again,
 * unless there is nothing else to tell.
 */
export function plainNotes(request: SummaryRequest, facts: Facts, budget: TokenBudget): string {
  const { items, kept, verbatimIds = [], turnPrefix } = request;
  const asked = lastHuman([...items, ...turnPrefix, ...kept]);
  const isShown = asked === undefined || kept.includes(asked) || verbatimIds.includes(asked.id);
  const opening = isShown ? [] : takeRequest(request, budget);
  const { history, turn } = facts.choose(opening.join("\n"), budget);
  const told = [...opening, ...history, ...turn];
  return (told.length > 0 ? told : takeRequest(request, budget))
    .map(lineOf)
    .join("\n")
    .toWellFormed();
}

/** All that an earlier summary tells, whatever section it stands in. */
export function entriesOf(previous: ParsedSummary | null): readonly string[] {
  if (previous === null) return [];
  const parts = [previous.history, ...(previous.turn === null ? [] : [previous.turn])];
  return parts.flatMap((sections) => Object.values(sections).flat());
}

/** The newest thing that a person asked for, in a few words; empty where nobody asked. */
export function newestRequest(
  { items, turnPrefix }: SummaryRequest,
  maxCharacters: number = MOST_REQUEST_CHARACTERS,
): string {
  const asked = lastHuman([...items, ...turnPrefix]);
  if (asked === undefined) return "";
  return requestExcerpt(textOf(asked.message), Math.min(MOST_REQUEST_CHARACTERS, maxCharacters));
}

function lastHuman(items: readonly Item[]): Item | undefined {
  return items.findLast(({ message }) => isUserMessage(message));
}

function takeRequest(request: SummaryRequest, budget: TokenBudget): readonly string[] {
  const asked = newestRequest(request, 2 * Math.floor(budget.left()));
  return asked !== "" && budget.take(lineOf(USER + asked)) ? [USER + asked] : [];
}

function lineOf(entry: string): string {
  return sectionLine("criticalContext", entry);
}
