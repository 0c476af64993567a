import type { SessionStore } from "@cutpoint/session";
import { cappedText } from "./capped-text.ts";
import { createGrep } from "./grep.ts";
import { createListFiles } from "./list-files.ts";
import { createReadFile } from "./read-file.ts";
import { createRunCommand } from "./run-command.ts";
import { createSearchHistory } from "./search-history.ts";
import { createSourceTree } from "./source-tree.ts";
import type { ToolDefinition, ToolResult } from "./tool.ts";

/** All tools of the agent. */
export type Toolbox = {
  readonly definitions: readonly ToolDefinition[];
  /** Never rejects. An unknown tool is a failed result. */
  run(name: string, argumentsText: string): Promise<ToolResult>;
};

export type ToolboxOptions = {
  /** The folder that the tools can read. */
  readonly root: string;
  readonly store: SessionStore;
  readonly sessionId: string;
  /** Maximum characters of one result. */
  readonly resultCharacters: number;
};

export function createToolbox(options: ToolboxOptions): Toolbox {
  const tree = createSourceTree(options.root);
  const tools = [
    createListFiles(tree),
    createReadFile(tree),
    createGrep(tree),
    createRunCommand(tree),
    createSearchHistory(options.store, options.sessionId),
  ];
  const byName = new Map(tools.map((tool) => [tool.definition.function.name, tool]));
  return {
    definitions: tools.map((tool) => tool.definition),
    async run(name, argumentsText) {
      const tool = byName.get(name);
      if (tool === undefined)
        return {
          text: `error: unknown tool ${name}: use one of ${[...byName.keys()].join(", ")}`,
          failed: true,
        };
      const result = await tool.run(argumentsText);
      return { ...result, text: cappedText(result.text, options.resultCharacters) };
    },
  };
}
