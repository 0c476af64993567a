import type { Pattern } from "./find-patterns.ts";

/** The module of a package that calls the constructor, with its line. */
const CALLER = /\/(packages\/[\w-]+\/src\/[\w./-]+\.ts:\d+)/;

/** Returns the patterns that modules of the packages create with `new RegExp` while they are loaded. */
export async function recordPatterns(load: () => Promise<unknown>): Promise<readonly Pattern[]> {
  const patterns: Pattern[] = [];
  const Original = RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags]: [string | RegExp, string | undefined]) {
      const pattern = new target(source, flags);
      const [, at] = CALLER.exec(new Error("where").stack ?? "") ?? [];
      if (at !== undefined) patterns.push({ at, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = Original;
  }
  return patterns;
}
