import * as z from "zod";
import type { SourceTree } from "./source-tree.ts";
import { createTool, type Tool } from "./tool.ts";

const MOST_HITS = 60;
const LONGEST_LINE = 160;
/** The time of a backtracking expression grows with the line, so only this many characters are searched. */
const SEARCHED_CHARACTERS = 1_000;

/** Creates the tool that lists matching lines as `path:line: text`, after a first line `N lines match in M files`. */
export function createGrep(tree: SourceTree): Tool {
  return createTool({
    name: "grep",
    description:
      "Search the lines of a file, or of all text files below a folder, for a JavaScript regular expression.",
    schema: z.strictObject({
      pattern: z.string().min(1).describe("regular expression"),
      path: z.string().describe("file or folder, relative to the repository"),
    }),
    async run({ pattern, path }) {
      const expression = new RegExp(pattern);
      const hits: string[] = [];
      const files = new Set<string>();
      for (const file of await tree.textFiles(path)) {
        const lines = await tree.lines(file).catch((): readonly string[] => []);
        lines.forEach((line, index) => {
          if (!expression.test(line.slice(0, SEARCHED_CHARACTERS))) return;
          files.add(file);
          hits.push(`${file}:${index + 1}: ${line.trim().slice(0, LONGEST_LINE)}`);
        });
      }
      const head = `${hits.length} lines match in ${files.size} files`;
      const rest =
        hits.length > MOST_HITS ? [`[… ${hits.length - MOST_HITS} more lines match …]`] : [];
      return [head, ...hits.slice(0, MOST_HITS), ...rest].join("\n");
    },
  });
}
