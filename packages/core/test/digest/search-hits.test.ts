import { expect, test } from "vitest";
import { searchHits } from "../../src/digest/search-hits.ts";
import { toolMessage } from "../../src/message/message.ts";

function pathsIn(text: string): readonly string[] {
  return searchHits(toolMessage({ callId: "c", name: "grep" }, text)).paths;
}

test.each([
  ["src/a.ts:12:const a = 1;", ["src/a.ts"]],
  ["src/a.ts-12-const a = 1;", ["src/a.ts"]],
  ["src/a.ts: a match", ["src/a.ts"]],
  ["../src/a.ts", ["../src/a.ts"]],
  ["- docs/b.md", ["docs/b.md"]],
  ["C:\\src\\a.ts:3:x", ["C:\\src\\a.ts"]],
])("the line %j begins with a path", (line, paths) => {
  expect(pathsIn(line)).toEqual(paths);
});

test.each(["src/a.ts is the file", "e.g. this", "and/or that", "no path", "1.5 times"])(
  "the line %j is text",
  (line) => {
    expect(pathsIn(line)).toEqual([]);
  },
);
