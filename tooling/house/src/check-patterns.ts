import { join } from "node:path";
import { findPatterns, packageSources } from "./patterns/find-patterns.ts";
import { slowText } from "./patterns/pattern-growth.ts";
import { recordPatterns } from "./patterns/record-patterns.ts";
import { ROOT } from "./workspace.ts";

/** The most characters that a pattern of a file ever reads. */
const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  "packages/provider-errors/src/scan.ts": 16_000,
};

// Measures each regular expression of the packages on texts that are built from its pattern, also those that a module
// creates while it is loaded. Run it on an idle machine, since it measures time.
const sources = packageSources();
const patterns = sources.flatMap(({ path, text }) => findPatterns(path, text));
const created = await recordPatterns(async () => {
  for (const { path, text } of sources)
    if (text.includes("new RegExp(")) await import(join(ROOT, path));
});
let slow = 0;
for (const { at, flags, source } of [...patterns, ...created]) {
  const [path = ""] = at.split(":");
  const found = slowText(source, flags, MOST_CHARACTERS[path]);
  if (found === null) continue;
  slow += 1;
  console.error(`${at}: /${source}/${flags} is slow on ${found}`);
}
console.log(`${patterns.length} regular expressions and ${created.length} created, ${slow} slow`);
if (slow > 0) process.exitCode = 1;
