import { type Item, textOf, toolCalls } from "@cutpoint/core";

/** Makes the absolute paths in a text relative. */
export type Shorten = (text: string) => string;

const ABSOLUTE = /(?<![\w.~/:-])\/(?:[\w@.+-]+\/)+/gu;
const MOST_PATHS = 4_000;
const MOST_CHARACTERS = 4_000;
const LEAST_PATHS = 4;

/**
 * Returns the directory that saves most characters if paths are written relative to it. Returns `null` if no directory
 * of at least two names occurs in four paths.
 */
export function commonDirectory(items: readonly Item[]): string | null {
  const counts = new Map<string, number>();
  let paths = 0;
  for (const { message } of items) {
    if (paths > MOST_PATHS) break;
    const texts = [textOf(message), ...toolCalls(message).map((call) => call.arguments)];
    for (const text of texts)
      for (const [directory] of text.slice(0, MOST_CHARACTERS).matchAll(ABSOLUTE)) {
        paths += 1;
        for (
          let end = directory.indexOf("/", 1);
          end !== -1;
          end = directory.indexOf("/", end + 1)
        ) {
          const above = directory.slice(0, end + 1);
          counts.set(above, (counts.get(above) ?? 0) + 1);
        }
      }
  }
  let best: string | null = null;
  let most = 0;
  for (const [directory, count] of counts) {
    const saved = count * directory.length;
    if (count < LEAST_PATHS || directory.split("/").length <= 3 || saved <= most) continue;
    best = directory;
    most = saved;
  }
  return best;
}

export function relativeTo(root: string | null): Shorten {
  return root === null ? (text) => text : (text) => text.replaceAll(root, "");
}
