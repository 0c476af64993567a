import { isRecord } from "@cutpoint/core/kit";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { firstText } from "../message/first-text.ts";

/** Returns the tools and the answer schema as the request contains them; `undefined` if there are none. */
export function toolDefinitions(tools: readonly unknown[], responseFormat: unknown): unknown {
  const formats = Array.isArray(responseFormat) ? responseFormat : [responseFormat];
  const all = [
    ...tools.map((tool) => (isRecord(tool) ? definitionOf(tool) : tool)),
    ...formats.filter(isRecord).map(schemaOf),
  ];
  return all.length === 0 ? undefined : all;
}

function definitionOf(tool: object): unknown {
  if (!("schema" in tool)) return tool;
  try {
    return convertToOpenAITool(tool);
  } catch {
    return nameAndDescription(tool);
  }
}

function schemaOf(format: object): unknown {
  const schema = "schema" in format && isRecord(format.schema) ? format.schema : format;
  try {
    return toJsonSchema(schema);
  } catch {
    return nameAndDescription(format);
  }
}

function nameAndDescription(value: object): unknown {
  const { name, description } = value as {
    readonly name?: unknown;
    readonly description?: unknown;
  };
  return { name: firstText(name) ?? "", description: firstText(description) ?? "" };
}
