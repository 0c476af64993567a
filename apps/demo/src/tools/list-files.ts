import * as z from "zod";
import type { SourceTree } from "./source-tree.ts";
import { createTool, type Tool } from "./tool.ts";

/** Creates the tool that lists a folder, one entry per line: `name/` for a folder, `name  bytes` for a file. */
export function createListFiles(tree: SourceTree): Tool {
  return createTool({
    name: "list_files",
    description:
      "List the entries of a folder. Folders end with /, files have their size in bytes.",
    schema: z.strictObject({
      path: z.string().describe("folder, relative to the repository, . for the repository"),
    }),
    async run({ path }) {
      const entries = await tree.entries(path);
      const lines = entries.map(({ name, bytes }) =>
        bytes === null ? `${name}/` : `${name}  ${bytes}`,
      );
      return [`${path}: ${entries.length} entries`, ...lines].join("\n");
    },
  });
}
