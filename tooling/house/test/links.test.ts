import { expect, test } from "vitest";
import { linkProblems } from "../src/links.ts";

const exists = (path: string): boolean => ["README.md", "docs", "docs/page.md"].includes(path);
const problemsOf = (path: string, line: string): readonly string[] =>
  linkProblems([[path, `first\n${line}\n`]], exists);

test.each([
  ["README.md", "See [the page](docs/page.md) and [all](docs)."],
  ["README.md", "See [a place](docs/page.md#below)."],
  ["docs/page.md", "Back to the [start](../README.md), or [up](#top)."],
  ["docs/page.md", "[Elsewhere](https://example.com/nowhere.md), [mail](mailto:a@example.com)"],
])("%s: %s is fine", (path, line) => {
  expect(problemsOf(path, line)).toEqual([]);
});

test.each([
  ["README.md", "[gone](docs/gone.md)"],
  ["docs/page.md", "[start](README.md)"],
  ["README.md", "![picture](picture.png)"],
  ["README.md", "[outside](../README.md)"],
])("%s: %s does not exist", (path, line) => {
  expect(problemsOf(path, line)).toEqual([expect.stringMatching(/:2: .* does not exist$/)]);
});
