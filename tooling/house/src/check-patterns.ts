import { findPatterns } from "./patterns/find-patterns.ts";
import { slowText } from "./patterns/pattern-growth.ts";
import { readWorkspace } from "./workspace.ts";

// Measures each regular expression of the packages on texts that are built from its pattern. Run it on an idle machine,
// since it measures time.
let count = 0;
let slow = 0;
for (const { folder, kind, sources } of readWorkspace()) {
  if (kind !== "package") continue;
  for (const [path, text] of sources) {
    if (!path.startsWith("src/")) continue;
    for (const { at, flags, source } of findPatterns(`${folder}/${path}`, text)) {
      count += 1;
      const found = slowText(source, flags);
      if (found === null) continue;
      slow += 1;
      console.error(`${at}: /${source}/${flags} is slow on ${found}`);
    }
  }
}
console.log(`${count} regular expressions, ${slow} of them slow`);
if (slow > 0) process.exitCode = 1;
