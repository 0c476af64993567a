import { AssertionError } from "node:assert";
import { isCutpointError } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { storeCases } from "@cutpoint/conformance";
import { describeStoreConformance } from "@cutpoint/conformance/vitest";
import { faultyStores } from "./faulty-stores.ts";
import { referenceRig } from "./reference-store.ts";

describeStoreConformance("a durable store without faults", referenceRig("durable"));
describeStoreConformance("a volatile store without faults", referenceRig("volatile"));

describe("every case can fail", () => {
  const ids = storeCases.map((storeCase) => storeCase.id);

  test("no two cases have the same id", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(ids)("%s is failed by a faulty store", (id) => {
    expect(faultyStores.filter((faulty) => faulty.foundBy === id)).not.toEqual([]);
  });

  test.each([
    "two-handles-in-turn",
    "two-handles-race",
    "two-handles-delete",
    "reopen",
    "disposal-under-way",
  ])("%s is failed by a faulty store of either kind", (id) => {
    const kinds = faultyStores.filter((faulty) => faulty.foundBy === id).map(({ rig }) => rig.kind);
    expect(kinds.toSorted()).toEqual(["durable", "volatile"]);
  });

  test.each(faultyStores)("$foundBy finds a store that $fault", async ({ foundBy, rig }) => {
    const storeCase = storeCases.find(({ id }) => id === foundBy);
    if (storeCase === undefined) throw new Error(`there is no case ${foundBy}`);
    const error: unknown = await storeCase.run(rig).catch((error: unknown) => error);
    expect(isReadable(error), String(error)).toBe(true);
  });
});

/** Whether an error says what was promised; where the store cannot be closed either, two errors come as one. */
function isReadable(error: unknown): boolean {
  if (error instanceof SuppressedError) return isReadable(error.suppressed);
  const isProperty = String(error).startsWith("Error: Property failed");
  return isProperty || error instanceof AssertionError || isCutpointError(error);
}
