import { invalidInput, isRecord } from "@cutpoint/core/kit";
import type { CompactionSizes } from "./context-size.ts";

/** The fields of a size, with what is expected of each. */
const EXPECTED = {
  tokens: "expected a positive number of tokens",
  messages: "expected a positive number of messages",
  fraction: "expected a share above 0 and at most 1",
} as const;

/** @throws `invalid-input` if a size has no number, a size to keep has several, or a number is not valid */
export function assertSizes({ keep, trigger }: CompactionSizes): void {
  if (Array.isArray(trigger) && trigger.length > 0)
    for (const [index, one] of trigger.entries()) assertTrigger(`trigger[${index}]`, one);
  else if (trigger !== undefined) assertTrigger("trigger", trigger);
  if (keep !== undefined && countNumbers("keep", keep) !== 1)
    throw invalidInput("keep", keep, "expected one of tokens, messages and fraction");
}

function assertTrigger(field: string, size: unknown): void {
  if (countNumbers(field, size) === 0)
    throw invalidInput(field, size, "expected tokens, messages or fraction");
}

/** Returns how many numbers a size has. */
function countNumbers(field: string, size: unknown): number {
  if (!isRecord(size)) return 0;
  let count = 0;
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const value = size[name];
    if (value === undefined) continue;
    const most = name === "fraction" ? 1 : Number.MAX_VALUE;
    const isValid = typeof value === "number" && value > 0 && value <= most;
    if (!isValid && !(field === "keep" && name === "messages" && value === 0))
      throw invalidInput(`${field}.${name}`, value, expected);
    count += 1;
  }
  return count;
}
