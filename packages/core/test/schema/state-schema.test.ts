import { expect, test } from "vitest";
import { isCutpointError } from "../../src/message/error.ts";
import { assertReadableState, emptyState } from "../../src/message/state.ts";
import { parseState } from "../../src/schema/state-schema.ts";

const { compactedThrough, ...fields } = emptyState();
const oldState = { ...fields, coveredThrough: compactedThrough };

test.each([
  ["parseState", parseState],
  ["assertReadableState", assertReadableState],
])("%s rejects data of a pre-release with a remedy", (_name, read) => {
  let error: unknown;
  try {
    read(oldState);
  } catch (thrown) {
    error = thrown;
  }
  expect(isCutpointError(error, "unsupported-version")).toBe(true);
  expect((error as Error).message).toBe("state was written by a pre-release; start a new session");
});

test("a state of a newer release is rejected and the error names the required release", () => {
  const newer = { ...emptyState(), version: 99, requires: "7.1.0" };
  expect(() => parseState(newer)).toThrow(/use @cutpoint\/core 7\.1\.0 or newer/);
});

test("a state comes through JSON as it was", () => {
  const state = emptyState();
  expect(parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
});
