import { isRecord } from "@cutpoint/core/kit";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { firstText } from "../message/first-text.ts";

/** Returns the tools and the answer schema as the request contains them. */
export function toolDefinitions(
  tools: readonly unknown[],
  responseFormat: unknown,
): readonly unknown[] {
  const formats = Array.isArray(responseFormat) ? responseFormat : [responseFormat];
  return [
    ...tools.map((tool) => (isRecord(tool) ? definitionOf(tool) : tool)),
    ...formats.filter(isRecord).map(schemaOf),
  ];
}

function definitionOf(tool: object): unknown {
  return "schema" in tool ? converted(tool, () => convertToOpenAITool(tool)) : tool;
}

function schemaOf(format: object): unknown {
  const schema = "schema" in format && isRecord(format.schema) ? format.schema : format;
  return converted(format, () => toJsonSchema(schema));
}

/** Returns the result of a conversion, or the name and the description of a definition that it rejects. */
function converted(definition: object, convert: () => unknown): unknown {
  try {
    return convert();
  } catch {
    const { description, name }: { readonly description?: unknown; readonly name?: unknown } =
      definition;
    return { name: firstText(name) ?? "", description: firstText(description) ?? "" };
  }
}
