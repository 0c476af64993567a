import type { Json } from "../model/json.ts";
import type { ToolCallPart } from "../model/message.ts";

/** A tool call's arguments by name. */
export type ToolArguments = Readonly<Record<string, Json>>;

/**
 * The arguments of a call. Text that is not a JSON object is found under `input`, as tools with a single free-form
 * argument are called; so is JSON of more than 500 levels, which programs that call themselves cannot read.
 */
export function toolArguments(call: ToolCallPart): ToolArguments {
  if (isDeep(call.arguments)) return { input: call.arguments };
  const value = parsed(call.arguments);
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as ToolArguments;
  return call.arguments.trim() === ""
    ? {}
    : { input: typeof value === "string" ? value : call.arguments };
}

/** The first of the named arguments that is a text with something in it. */
export function textArgument(values: ToolArguments, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = values[name];
    if (typeof value === "string" && value.trim() !== "") return value;
    if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string"))
      return value.join(" ");
  }
  return undefined;
}

const MOST_LEVELS = 500;

/** Whether JSON has too many levels; brackets inside of strings are none. */
function isDeep(text: string): boolean {
  if (text.length <= 2 * MOST_LEVELS) return false;
  let levels = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') isQuoted = !isQuoted;
    else if (character === "\\" && isQuoted) index += 1;
    else if (isQuoted) continue;
    else if (character === "[" || character === "{") levels += 1;
    else if (character === "]" || character === "}") levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
