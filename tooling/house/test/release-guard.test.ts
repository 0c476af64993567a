import { expect, test } from "vitest";
import { type ReleaseFacts, releaseProblems } from "../src/release-guard.ts";

const ready: ReleaseFacts = {
  repositoryUrl: "git+https://github.com/example/cutpoint.git",
  pendingChangesets: [],
  versions: { "@cutpoint/core": "0.1.0", cutpoint: "0.1.0" },
  gitStatus: "",
  isCi: true,
};

test("a clean checkout with versions is published in CI", () => {
  expect(releaseProblems(ready)).toEqual([]);
});

test.each<[Partial<ReleaseFacts>, string]>([
  [{ repositoryUrl: "git+https://github.com/cutpoint/cutpoint.git" }, "a placeholder"],
  [{ pendingChangesets: ["core.md"] }, "changesets are pending (core.md)"],
  [{ versions: { "@cutpoint/core": "0.1.0", cutpoint: "0.0.0" } }, "is 0.0.0 (cutpoint)"],
  [{ gitStatus: " M README.md\n" }, "the tree has changes: expected a clean one.\n M README.md"],
  [{ gitStatus: null }, "this is not a git repository"],
  [{ isCi: false }, "CI is not true"],
])("%j is refused", (change, problem) => {
  expect(releaseProblems({ ...ready, ...change })).toEqual([expect.stringContaining(problem)]);
});

test("all reasons are named at once", () => {
  expect(
    releaseProblems({ ...ready, pendingChangesets: ["a.md"], gitStatus: "?? a", isCi: false }),
  ).toHaveLength(3);
});
