import * as z from "zod";

/** The text of a tool result, and whether the tool failed. */
export type ToolResult = { readonly text: string; readonly failed: boolean };

/** A tool in the format of Chat Completions. */
export type ToolDefinition = {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  };
};

/** A tool of the agent. `run` never rejects: an error is a failed result for the model. */
export type Tool = {
  readonly definition: ToolDefinition;
  /** @param argumentsText the arguments as the model wrote them: JSON or not */
  run(argumentsText: string): Promise<ToolResult>;
};

type ToolOptions<Schema extends z.ZodObject> = {
  readonly name: string;
  readonly description: string;
  /** Describes the arguments to the model, and validates them. */
  readonly schema: Schema;
  run(values: z.infer<Schema>): Promise<string>;
};

/** Creates a tool. One schema describes the arguments and validates them. */
export function createTool<Schema extends z.ZodObject>(options: ToolOptions<Schema>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(options.schema, { io: "input" });
  return {
    definition: {
      type: "function",
      function: { name: options.name, description: options.description, parameters },
    },
    async run(argumentsText) {
      try {
        const values = options.schema.parse(JSON.parse(argumentsText));
        return { text: await options.run(values), failed: false };
      } catch (error) {
        return { text: `error: ${explain(error)}`, failed: true };
      }
    },
  };
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
