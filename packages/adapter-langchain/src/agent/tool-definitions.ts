import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { firstText, isRecord } from "../message/json-value.ts";

const known = new WeakMap<object, unknown>();

/** Tools and the schema of a structured answer as they go over the wire, to be counted; `undefined` without any. */
export function toolDefinitions(tools: readonly unknown[], responseFormat: unknown): unknown {
  const formats = Array.isArray(responseFormat) ? responseFormat : [responseFormat];
  const all = [
    ...tools.map((tool) => remembered(tool, definitionOf)),
    ...formats.filter(isRecord).map((format) => remembered(format, schemaOf)),
  ];
  return all.length === 0 ? undefined : all;
}

function remembered(value: unknown, make: (value: object) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!known.has(value)) known.set(value, make(value));
  return known.get(value);
}

function definitionOf(tool: object): unknown {
  if (!("schema" in tool)) return tool;
  try {
    return convertToOpenAITool(tool);
  } catch {
    return named(tool);
  }
}

function schemaOf(format: object): unknown {
  const schema = "schema" in format && isRecord(format.schema) ? format.schema : format;
  try {
    return toJsonSchema(schema);
  } catch {
    return named(format);
  }
}

/** What can be told of a definition that cannot be converted. */
function named(value: object): unknown {
  const { name, description } = value as {
    readonly name?: unknown;
    readonly description?: unknown;
  };
  return { name: firstText(name) ?? "", description: firstText(description) ?? "" };
}
