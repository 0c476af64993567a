import { USER } from "../read/lines.ts";
import { shortLine } from "../read/sentences.ts";
import { requestOf } from "./answers.ts";
import { comparisonKey, parseSections } from "./sections.ts";

/** Ends a line about work that an earlier summary shows as open. */
const FINISHED = " (finished since)";
const MAX_CHARACTERS = 120;

/** Returns the open entries of summaries that stay in the view, without those that a later one finished. */
export function openEntriesIn(summaries: readonly string[]): readonly string[] {
  const open = new Map<string, string>();
  for (const summary of summaries) {
    const { done, inProgress, nextSteps } = parseSections(summary);
    for (const line of done) open.delete(workKey(line));
    for (const entry of [...inProgress, ...nextSteps]) open.set(workKey(entry), entry);
  }
  return [...open.values()];
}

/** Returns the line that says of an open entry of an earlier summary that it was finished. */
export function finishedLine(entry: string): string {
  return workOf(entry) + FINISHED;
}

/**
 * Returns the finished work of a summary that is written anew, together with the earlier ones. Lines with an answer come
 * last, so that they win over those without.
 */
export function mergedDone(done: readonly string[]): readonly string[] {
  const marked = done.filter((line) => line.endsWith(FINISHED));
  const others = done.filter((line) => !line.endsWith(FINISHED));
  return [...marked.map((line) => line.slice(0, -FINISHED.length)), ...others];
}

/** Returns what identifies the work of an entry. */
export function workKey(entry: string): string {
  return comparisonKey(workOf(entry.replace(FINISHED, "")));
}

/** Returns the user's newest text without an answer; `null` if there is none. */
export function openQuestionIn(entries: readonly string[]): string | null {
  const open = entries.findLast((entry) => entry.startsWith(USER));
  return open?.slice(USER.length) || null;
}

/** Returns what an entry names: its request, if it has one. */
function workOf(entry: string): string {
  const request = requestOf(entry);
  return shortLine(request.startsWith(USER) ? request.slice(USER.length) : request, MAX_CHARACTERS);
}
