import * as z from "zod";
import type { SourceTree } from "./source-tree.ts";
import { createTool, type Tool } from "./tool.ts";

/** A folder's entries, one a line: `name/` for a folder, `name  bytes` for a file. */
export function createListFiles(tree: SourceTree): Tool {
  return createTool({
    name: "list_files",
    description: "List what lies directly in a folder: folders end with /, files tell their bytes.",
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
