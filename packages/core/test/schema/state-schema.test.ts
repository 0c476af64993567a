import { expect, test } from "vitest";
import { isCutpointError } from "../../src/message/error.ts";
import { assertReadableState, emptyState } from "../../src/message/state.ts";
import { parseState } from "../../src/schema/state-schema.ts";

const { compactedThrough, ...fields } = emptyState();
const oldState = { ...fields, coveredThrough: compactedThrough };

test.each([
  ["parseState", parseState],
  ["assertReadableState", assertReadableState],
])("%s refuses what a pre-release wrote and says what to do", (_name, read) => {
  let error: unknown;
  try {
    read(oldState);
  } catch (thrown) {
    error = thrown;
  }
  expect(isCutpointError(error, "unsupported-version")).toBe(true);
  expect((error as Error).message).toBe("state was written by a pre-release; start a new session");
});

test("a state of a newer release is refused with the release that reads it", () => {
  const newer = { ...emptyState(), version: 99, requires: "7.1.0" };
  expect(() => parseState(newer)).toThrow(/use @cutpoint\/core 7\.1\.0 or newer/);
});

test("a state comes through JSON as it was", () => {
  const state = emptyState();
  expect(parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
});
