import { describe, expect, test } from "vitest";
import { findPatterns, type Pattern } from "../src/patterns/find-patterns.ts";
import { slowText } from "../src/patterns/pattern-growth.ts";
import { readWorkspace } from "../src/workspace.ts";

const patterns: Pattern[] = [];
for (const { folder, kind, sources } of readWorkspace())
  if (kind === "package")
    for (const [path, text] of sources) {
      if (!path.startsWith("src/")) continue;
      patterns.push(...findPatterns(`${folder}/${path}`, text).patterns);
    }

describe("regular expressions take linear time on texts made of themselves", () => {
  const folders = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    const folder = pattern.at.slice(0, pattern.at.lastIndexOf("/"));
    folders.set(folder, [...(folders.get(folder) ?? []), pattern]);
  }
  test.each([...folders])("in %s", (_folder, found) => {
    const slow = found.flatMap(({ at, source, flags }) => {
      const text = slowText(source, flags);
      return text === null ? [] : [`${at}: ${text}`];
    });
    expect(slow).toEqual([]);
  });

});

describe("the search for slow texts finds", () => {
  test.each([
    [/\s+$/u, "white space before the end"],
    [/^\s*\[User\]:/gmu, "white space over several lines"],
    [/^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$/u, "three repetitions of the same"],
    [/<(think|thought)\b[^>]{0,100}>[\s\S]*?<\/\1\s*>/giu, "a beginning without an end"],
    [/-----BEGIN [A-Z ]{0,40}KEY-----[\s\S]{0,8000}?-----END/gu, "a wide window"],
    [/\n+\s*-{3,}\s*$/u, "a rule at the end"],
    [/"(?:[^"\\]|\\.)*"/gsu, "a text that is not closed"],
    [/(?:a+)+b/u, "a repetition inside of a repetition"],
  ])("%s: %s", (pattern) => {
    expect(slowText(pattern.source, pattern.flags)).not.toBeNull();
  });

  test.each([/\d+/g, /(?<!\s)\s+$/u, /^[^\S\n]*\[User\]:/gmu, /[\w-]{1,40}@/g])(
    "nothing for %s",
    (pattern) => {
      expect(slowText(pattern.source, pattern.flags)).toBeNull();
    },
  );
});
