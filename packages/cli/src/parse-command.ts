import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { invalidInput } from "@cutpoint/core/kit";
import type { Output } from "./command.ts";

/** A command with flags of its own. */
export type Command = {
  /** Usage, an example and the flags. */
  readonly help: string;
  /** Returns the exit code. Throws for invalid arguments and files. */
  readonly run: (values: readonly string[], output: Output) => Promise<number>;
};

type ParsedCommand<Options extends ParseArgsOptionsConfig> = {
  readonly path: string;
  readonly flags: ReturnType<
    typeof parseArgs<{ options: Options; allowPositionals: true }>
  >["values"];
};

/**
 * Parses the arguments of a command: a path and flags.
 *
 * @param expected what the path is, for the error message
 */
export function parseCommand<Options extends ParseArgsOptionsConfig>(
  command: string,
  values: readonly string[],
  options: Options,
  expected = "the path of one session, or - for standard input",
): ParsedCommand<Options> {
  const parsed = parseArgs({ args: [...values], allowPositionals: true, options });
  const [path, ...others] = parsed.positionals;
  if (path === undefined || others.length > 0) throw new Error(`${command} needs ${expected}`);
  return { path, flags: parsed.values };
}

/** Returns the value of a flag that allows only some values. */
export function oneOf<Value extends string>(
  flag: string,
  value: string,
  allowed: readonly Value[],
): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw invalidInput(flag, value, `expected ${allowed.join(", ")}`);
  return found;
}

/**
 * Returns the number that a flag gives.
 *
 * @param expected what the number is, for the error message
 */
export function numberIn(
  flag: string,
  text: string,
  expected: string,
  isAllowed: (value: number) => boolean,
): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && isAllowed(value)) return value;
  throw invalidInput(flag, text, `expected ${expected}`);
}

/** Returns the whole number above 0 that a flag gives. Thousands may be separated by `_` or `,`. */
export function countIn(flag: string, text: string): number {
  const count = Number(text.replaceAll(/[_,]/gu, ""));
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw invalidInput(flag, text, "expected a whole number above 0");
}

/** Characters that could control the terminal, or reverse the order of a line. */
export const CONTROLS: RegExp = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns JSON without characters that a terminal interprets. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
