import type { ToolCallPart } from "@cutpoint/core";

/** Describes tool calls: the first one with its subject, and the number of the others. */
export function describeCalls(calls: readonly Pick<ToolCallPart, "name" | "arguments">[]): string {
  const [first, ...more] = calls;
  if (first === undefined) return "";
  return `${describeCall(first)}${more.length > 0 ? ` and ${more.length} more` : ""}`;
}

function describeCall({ name, arguments: text }: Pick<ToolCallPart, "name" | "arguments">): string {
  const { path, from_line: from, to_line: to, pattern, command, query } = readValues(text);
  if (typeof command === "string") return `runs ${shortPaths(command)}`;
  if (typeof query === "string") return `searches the log for ${query}`;
  if (typeof pattern === "string") return `greps ${pattern} in ${shortPath(String(path))}`;
  if (typeof from === "number")
    return `reads ${shortPath(String(path))} ${from}-${typeof to === "number" ? to : ""}`;
  if (typeof path === "string")
    return `${name === "list_files" ? "lists" : name} ${shortPath(path)}`;
  return name;
}

function readValues(text: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === "object" && values !== null ? (values as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function shortPaths(command: string): string {
  const [program, option, first, ...more] = command.split(" ");
  const paths = first === undefined ? [] : [shortPath(first), ...(more.length > 0 ? ["…"] : [])];
  return [program, option, ...paths].join(" ");
}

/** Returns the last two names of a path. */
function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/");
}
