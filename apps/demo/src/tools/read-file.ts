import * as z from "zod";
import type { SourceTree } from "./source-tree.ts";
import { createTool, type Tool } from "./tool.ts";

const LONGEST_LINE = 400;
const DEFAULT_LINES = 80;

/** Creates the tool that reads numbered lines of a text file, after a first line `path lines A-B of N`. */
export function createReadFile(tree: SourceTree): Tool {
  return createTool({
    name: "read_file",
    description: `Read lines of a text file, numbered. Without to_line it reads ${DEFAULT_LINES} lines.`,
    schema: z.strictObject({
      path: z.string().describe("file, relative to the repository"),
      from_line: z.int().min(1).default(1).describe("first line, counted from 1"),
      to_line: z.int().min(1).optional().describe("last line"),
    }),
    async run({ path, from_line: from, to_line: to = from + DEFAULT_LINES - 1 }) {
      if (to < from) throw new Error(`to_line ${to} is before from_line ${from}`);
      const lines = await tree.lines(path);
      if (from > lines.length)
        throw new Error(`${path} has ${lines.length} lines, from_line is ${from}`);
      const last = Math.min(to, lines.length);
      const shown = lines.slice(from - 1, last).map((line, index) => {
        const text = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
        return `${from + index}\t${text}`;
      });
      return [`${path} lines ${from}-${last} of ${lines.length}`, ...shown].join("\n");
    },
  });
}
