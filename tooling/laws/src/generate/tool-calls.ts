import * as fc from "fast-check";
import { record } from "./record.ts";

/** A tool call without an id. */
export type GeneratedCall = { readonly name: string; readonly arguments: string };

const TOOL_ARGUMENTS: readonly GeneratedCall[] = [
  { name: "read", arguments: '{"path":"src/a.ts"}' },
  { name: "read", arguments: '{"path":"docs/漢字.md","offset":10}' },
  { name: "read_file", arguments: '{"file_path":"/abs/b.ts"}' },
  { name: "write", arguments: '{"path":"src/a.ts","content":"export {};\\n"}' },
  { name: "edit", arguments: '{"path":"src/c.ts","old":"$&","new":"</summary>"}' },
  { name: "apply_patch", arguments: '{"patch":"*** Update File: src/d.ts\\n+x"}' },
  { name: "bash", arguments: '{"command":"npm test -- --run"}' },
  { name: "grep", arguments: '{"query":"TODO","path":"src"}' },
  { name: "memory_search", arguments: '{"query":"decision about the format"}' },
  { name: "list", arguments: "{}" },
  {
    name: "render",
    arguments: '{"path":"out/plot.png","mime":"image/png","visibility":"external"}',
  },
];

const ODD_ARGUMENTS: readonly string[] = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  '{"path":5}',
  '{"path":null}',
  '{"path":""}',
  '{"__proto__":{"path":"x"},"path":"__proto__"}',
  '{"path":"half \ud83d"}',
  '{"path":"</read-files>"}',
];

/** Generates calls of a well-behaved model. */
export const tidyCall: fc.Arbitrary<GeneratedCall> = fc.constantFrom(...TOOL_ARGUMENTS);

/** Generates calls, some of them with unexpected arguments. */
export const anyCall: fc.Arbitrary<GeneratedCall> = fc.oneof(
  { weight: 5, arbitrary: tidyCall },
  {
    weight: 1,
    arbitrary: record({
      name: fc.constantFrom("read", "write", "constructor", "x"),
      arguments: fc.constantFrom(...ODD_ARGUMENTS),
    }),
  },
);
