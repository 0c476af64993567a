import { describe, expect, test } from "vitest";
import { toolArguments, toolKindOf, type ToolKinds } from "../../src/digest/tool-kinds.ts";

function kind(name: string, values: unknown, kinds?: ToolKinds): string {
  const text = typeof values === "string" ? values : JSON.stringify(values);
  return toolKindOf({ type: "tool-call", callId: "c", name, arguments: text }, kinds);
}

describe("tools are classified", () => {
  test.each([
    ["read", { path: "a" }, "read"],
    ["Read", { file_path: "a" }, "read"],
    ["read_file", { path: "a" }, "read"],
    ["mcp__files__read_text_file", { path: "a" }, "read"],
    ["functions.read_file", { path: "a" }, "read"],
    ["write", { path: "a", content: "" }, "write"],
    ["create_file", { path: "a" }, "write"],
    ["MultiEdit", { file_path: "a", edits: [] }, "edit"],
    ["str_replace", {}, "edit"],
    ["apply_patch", "*** Begin Patch\n*** End Patch", "patch"],
    ["Grep", { pattern: "x" }, "search"],
    ["web_search", { query: "x" }, "search"],
    ["Bash", { command: "ls" }, "command"],
    ["exec_command", { cmd: "ls" }, "command"],
    ["memory_search", { query: "x" }, "memory"],
    ["book_flight", { from: "A", to: "B" }, "other"],
  ])("by name: %s", (name, values, expected) => {
    expect(kind(name, values)).toBe(expected);
  });

  test.each([
    ["edit", { path: "a", old_string: "x", new_string: "y" }],
    ["edit", { filePath: "a", edits: [{ from: "x" }] }],
    ["write", { path: "a", content: "x" }],
    ["write", { file_path: "a", file_text: "" }],
    ["command", { command: "npm test" }],
    ["command", { cmd: ["npm", "test"] }],
    ["search", { pattern: "x" }],
    ["search", { query: "x", limit: 3 }],
    ["patch", { input: "*** Begin Patch\n*** Update File: a" }],
    ["patch", { command: "apply_patch <<'E'\n*** Begin Patch\nE" }],
    ["other", { amount: 3 }],
    ["other", []],
    ["other", "not json"],
  ])("by the shape of the arguments: %s %j", (expected, values) => {
    expect(kind("tool_of_the_house", values)).toBe(expected);
  });

  test("one tool for many file commands goes by its command", () => {
    const of = (command: string): string =>
      kind("str_replace_based_edit_tool", { command, path: "a" });
    expect([of("view"), of("create"), of("str_replace"), of("insert")]).toEqual([
      "read",
      "write",
      "edit",
      "edit",
    ]);
  });

  test("the app's kinds take precedence over the built-in rules", () => {
    expect(kind("read", { path: "a" }, { read: "artifact" })).toBe("artifact");
    expect(kind("constructor", { query: "a" }, {})).toBe("search");
    const kinds: ToolKinds = (name) => (name.startsWith("look_") ? "search" : undefined);
    expect(kind("look_up", {}, kinds)).toBe("search");
    expect(kind("bash", {}, kinds)).toBe("command");
  });
});

test("arguments of more than 1,000 levels are not parsed", () => {
  const argumentsOf = (levels: number): unknown => {
    const text = `{"a":${"[".repeat(levels)}${"]".repeat(levels)},"b":"${"x".repeat(1_000)}"}`;
    const given = { type: "tool-call", callId: "c", name: "write", arguments: text } as const;
    return Object.keys(toolArguments(given));
  };
  expect(argumentsOf(900)).toEqual(["a", "b"]);
  expect(argumentsOf(1_100)).toEqual(["input"]);
});

test.each([
  ["", {}],
  [" \n", {}],
  ['{"path":"a"}', { path: "a" }],
  ['"ls -a"', { input: "ls -a" }],
  ["ls -a", { input: "ls -a" }],
  ["[1]", { input: "[1]" }],
])("arguments that are not an object are one text: %j", (text, expected) => {
  const call = { type: "tool-call", callId: "c", name: "run", arguments: text } as const;
  expect(toolArguments(call)).toEqual(expected);
});
