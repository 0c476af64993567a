import { isRecord } from "@cutpoint/core/kit";

/** The types of definitions that are not tools: formats of answers, and items that only the provider can read. */
const OTHERS: ReadonlySet<unknown> = new Set(["json_schema", "json_object", "text", "compaction"]);

/** Returns the tools of a request, if it has any. `definitions` also contains formats of answers. */
export function toolsOf<Tools>(definitions: unknown): { readonly tools?: Tools } {
  const tools = (Array.isArray(definitions) ? definitions : []).filter(isTool);
  return tools.length === 0 ? {} : { tools: tools as Tools };
}

/** A tool of Anthropic may have a name only. */
function isTool(definition: unknown): boolean {
  return (
    isRecord(definition) &&
    ("type" in definition || "name" in definition) &&
    !OTHERS.has(definition["type"])
  );
}
