import * as z from "zod";

/** What a tool says: its text, and whether it could do what it was asked to. */
export type ToolResult = { readonly text: string; readonly failed: boolean };

/** A function as Chat Completions wants it described. */
export type ToolDefinition = {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  };
};

/** Something that the agent can do. `run` never rejects: what goes wrong is a failed result for the model to read. */
export type Tool = {
  readonly definition: ToolDefinition;
  /** @param argumentsText the arguments as the model wrote them: JSON, or what it takes for JSON */
  run(argumentsText: string): Promise<ToolResult>;
};

type ToolOptions<Schema extends z.ZodObject> = {
  readonly name: string;
  readonly description: string;
  /** Describes the arguments to the model, and checks what it sends. */
  readonly schema: Schema;
  run(values: z.infer<Schema>): Promise<string>;
};

/** One schema gives both what the model is told and what its arguments are checked against. */
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
