import { describe, expect, test } from "vitest";
import { DIGEST_LIMITS, digestOf, emptyDigest } from "../../src/digest/digest.ts";
import { assistantMessage, toolMessage } from "../../src/message/message.ts";
import { itemsOf, run } from "./conversation.ts";

describe("files", () => {
  test("read, write, edit and patch are found in tool calls", () => {
    const patch =
      "*** Begin Patch\n*** Add File: d.ts\n+x\n*** Update File: e.ts\n*** Move to: f.ts\n*** End Patch";
    const digest = digestOf(
      itemsOf(
        run("read", { path: "a.ts" }, "text"),
        run("write", { path: "./b.ts", content: "x" }, "ok"),
        run("Edit", { file_path: "c.ts", old_string: "x", new_string: "y" }, "ok"),
        run("apply_patch", patch, "ok"),
      ),
      null,
    );
    expect(digest.filesRead).toEqual(["a.ts"]);
    expect(digest.filesModified).toEqual(["b.ts", "c.ts", "d.ts", "e.ts", "f.ts"]);
  });

  test("activity adds up over compactions, and a modified file is not listed as read", () => {
    const first = digestOf(
      itemsOf(run("read", { path: "a" }, "."), run("read", { path: "b" }, ".")),
      null,
    );
    const second = digestOf(
      itemsOf(run("edit", { path: "a" }, "."), run("read", { path: "c" }, ".")),
      first,
    );
    const third = digestOf(
      itemsOf(run("read", { path: "a" }, "."), run("read", { path: "b" }, ".")),
      second,
    );
    expect(second).toMatchObject({ filesRead: ["b", "c"], filesModified: ["a"] });
    expect(third).toMatchObject({ filesRead: ["c", "b"], filesModified: ["a"] });
    expect(digestOf([], third)).toEqual(third);
  });

  test("a call that failed neither read nor modified; one without a result may have", () => {
    const digest = digestOf(
      itemsOf(
        run("write", { path: "a", content: "" }, "no such directory", { failed: true }),
        run("read", { path: "b" }, "not found", { failed: true }),
        run("bash", { command: "make > c.log" }, "exit code 2"),
        assistantMessage("", [{ callId: "x", name: "write", arguments: '{"path":"d"}' }]),
      ),
      null,
    );
    expect(digest).toMatchObject({ filesRead: [], filesModified: ["d"] });
  });

  test("reading a file that mentions exit codes is not a failed read", () => {
    const digest = digestOf(itemsOf(run("read", { path: "run.sh" }, "exit code 1\nexit 1")), null);
    expect(digest.filesRead).toEqual(["run.sh"]);
  });

  test("a result belongs to the newest call of its id before it", () => {
    const call = (path: string) =>
      assistantMessage("", [
        { callId: "same", name: "write", arguments: JSON.stringify({ path }) },
      ]);
    const result = (failed: boolean) => toolMessage({ callId: "same", name: "write" }, "", failed);
    const digest = digestOf(itemsOf(call("a"), result(false), call("b"), result(true)), null);
    expect(digest.filesModified).toEqual(["a"]);
  });

  test("many paths in one call, selectors, web addresses and nonsense", () => {
    const paths = [
      "a.ts:10-20",
      "b.ts",
      "https://example.org/c",
      "two\nlines",
      "x".repeat(500),
      " ",
    ];
    const digest = digestOf(itemsOf(run("read_files", { paths }, ".")), null);
    expect(digest.filesRead).toEqual(["a.ts", "b.ts"]);
  });

  test("lists are bounded, the newest last", () => {
    const names = Array.from({ length: DIGEST_LIMITS.filesRead + 5 }, (_, index) => `f${index}`);
    const digest = digestOf(itemsOf(names.flatMap((path) => run("read", { path }, "."))), null);
    expect(digest.filesRead).toHaveLength(DIGEST_LIMITS.filesRead);
    expect(digest.filesRead.at(0)).toBe("f5");
    expect(digest.filesRead.at(-1)).toBe(names.at(-1));
  });
});

describe("other facts of a digest", () => {
  test("artifacts with path, mime, visibility and sources used", () => {
    const told = {
      path: "out/report.pdf",
      mime: "application/pdf",
      visibility: "public",
      sources_used: ["S1", 2],
    };
    const digest = digestOf(
      itemsOf(
        run("render", {}, JSON.stringify(told)),
        run(
          "render_all",
          {},
          JSON.stringify({ artifacts: [{ path: "b.png", mime_type: "image/png" }] }),
        ),
        run("show", { path: "d.svg", mime: "image/svg+xml", visibility: "external" }, "ok"),
        run("stat", {}, JSON.stringify({ path: "c", size: 3 })),
        run("broken", {}, '{"path": "d", "mime": '),
      ),
      null,
    );
    expect(digest.artifacts).toEqual([
      {
        path: "out/report.pdf",
        mime: "application/pdf",
        visibility: "public",
        sourcesUsed: ["S1", "2"],
      },
      { path: "b.png", mime: "image/png", visibility: null, sourcesUsed: [] },
      { path: "d.svg", mime: "image/svg+xml", visibility: "external", sourcesUsed: [] },
    ]);
  });

  test("a file part with a name is an artifact", () => {
    const items = itemsOf(assistantMessage("", [{ callId: "c", name: "draw", arguments: "{}" }]), {
      role: "tool",
      callId: "c",
      name: "draw",
      parts: [{ type: "file", mediaType: "image/png", url: "data:,", name: "plot.png" }],
    });
    expect(digestOf(items, null).artifacts).toEqual([
      { path: "plot.png", mime: "image/png", visibility: null, sourcesUsed: [] },
    ]);
  });

  test("searches and memory reads with query, paths and turn ids", () => {
    const hits = {
      hits: [
        { path: "notes/a.md", turn_id: "t7" },
        { path: "notes/b.md", turn_ids: ["t8", "t9"] },
      ],
    };
    const digest = digestOf(
      itemsOf(
        run(
          "grep",
          { pattern: "fold" },
          "src/fold.ts:12:export function fold\nsrc/view.ts:3:import { fold }",
        ),
        run("glob", { pattern: "*.md" }, "README.md\ndocs/a.md\n"),
        run("memory_search", { query: "deadline" }, JSON.stringify(hits)),
      ),
      null,
    );
    expect(digest.searches).toEqual([
      { tool: "grep", query: "fold", paths: ["src/fold.ts", "src/view.ts"], turnIds: [] },
      { tool: "glob", query: "*.md", paths: ["README.md", "docs/a.md"], turnIds: [] },
      {
        tool: "memory_search",
        query: "deadline",
        paths: ["notes/a.md", "notes/b.md"],
        turnIds: ["t7", "t8", "t9"],
      },
    ]);
  });

  test.each([
    ["Process exited with code 0", 0],
    ['{"exit_code": 2, "stdout": ""}', 2],
    ["Command failed with exit code 127", 127],
    ["exit status 3", 3],
    ["[exit 1]", 1],
    ["exit: 0\n12 files", 0],
    ["Exit code -1", -1],
    ["all is well", null],
    ["if (!ok) process.exit(1)", null],
    ["return 5", null],
  ])("the exit code in %j is %j", (result, exitCode) => {
    const { commands } = digestOf(itemsOf(run("bash", { command: "make" }, result)), null);
    expect(commands).toEqual([{ command: "make", exitCode, files: [] }]);
  });

  test("a command's files, and one record for a repeated command", () => {
    const digest = digestOf(
      itemsOf(
        run("bash", { command: "make > log.txt" }, "exit code 2"),
        run("bash", { command: "ls" }, "exit code 0"),
        run("bash", { command: "make > log.txt" }, "exit code 0"),
      ),
      null,
    );
    expect(digest.commands).toEqual([
      { command: "ls", exitCode: 0, files: [] },
      { command: "make > log.txt", exitCode: 0, files: ["log.txt"] },
    ]);
    expect(digest.filesModified).toEqual(["log.txt"]);
  });

  test("replaced items with their replacement", () => {
    const items = itemsOf(run("read", { path: "a" }, "a long text"));
    const digest = digestOf(items, null, {
      replacements: {
        m2: [{ type: "text", text: "[hidden]" }],
        elsewhere: [{ type: "text", text: "no" }],
      },
    });
    expect(digest.hidden).toEqual([{ id: "m2", replacement: "[hidden]" }]);
  });

  test("nothing gives nothing", () => {
    expect(digestOf([], null)).toEqual(emptyDigest());
  });
});
