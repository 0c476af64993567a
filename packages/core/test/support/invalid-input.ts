import { expect } from "vitest";

/** Matches an `invalid-input` error whose message contains a text. */
export function invalidInputWith(message: string): unknown {
  return expect.objectContaining({
    code: "invalid-input",
    message: expect.stringContaining(message) as string,
  });
}
