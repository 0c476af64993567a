import { estimateText, type Item, type Message, textOf, type ToolKind } from "@cutpoint/core";
import { toolRuns } from "@cutpoint/core/kit";
import type { PageMessage, PageRun, Repeat } from "./page-data.ts";

/** Longest target in UTF-16 units. */
const LONGEST_TARGET = 400;
/** Assistant messages after a compaction in which repeats are counted, as for needs. */
const LOOKAHEAD = 60;

/** Tools that change something. A second edit of a file is new work. */
export const WRITES: ReadonlySet<ToolKind> = new Set(["edit", "write", "patch", "artifact"]);

/** Returns the tool calls of a thread with their targets, sizes and repetitions. */
export function pageRuns(messages: readonly PageMessage[]): readonly PageRun[] {
  const items: readonly Item[] = messages.map(({ id, message }) => ({ id, message }));
  const indexOf = new Map<Message, number>(items.map(({ message }, index) => [message, index]));
  const newest = new Map<string, number>();
  const runs: PageRun[] = [];
  for (const { call, callItem, command, kind, path, query, result } of toolRuns(items)) {
    const target = (path ?? command ?? query ?? call.arguments).slice(0, LONGEST_TARGET);
    const key = `${call.name}\0${path ?? command ?? call.arguments}`;
    const earlier = newest.get(key) ?? null;
    const place = result === null ? null : (indexOf.get(result) ?? null);
    const known = earlier === null ? undefined : messages[runs[earlier]?.result ?? -1]?.message;
    newest.set(key, runs.length);
    runs.push({
      call: indexOf.get(callItem.message) ?? 0,
      result: place,
      tool: call.name,
      kind,
      target,
      tokens: estimateText(call.arguments) + (place === null ? 0 : (messages[place]?.tokens ?? 0)),
      earlier,
      same: known !== undefined && result !== null && textOf(known) === textOf(result),
    });
  }
  return runs;
}

/**
 * Returns the runs after a cut that repeat a run before it. Writes are left out.
 */
export function repeatsAfter(
  messages: readonly PageMessage[],
  runs: readonly PageRun[],
  at: number,
): readonly Repeat[] {
  const end = endOfLookahead(messages, at);
  return runs.flatMap(({ call, earlier, kind }, run) => {
    if (call < at || call >= end || earlier === null) return [];
    if (WRITES.has(kind)) return [];
    const before = runs[earlier]?.result ?? null;
    return before === null || before >= at ? [] : [{ run, earlier: before }];
  });
}

function endOfLookahead(messages: readonly PageMessage[], at: number): number {
  let answers = 0;
  for (let index = at; index < messages.length; index += 1)
    if (messages[index]?.message.role === "assistant" && ++answers > LOOKAHEAD) return index;
  return messages.length;
}
