import { AssertionError } from "node:assert";
import { isCutpointError } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { storeCases } from "../src/store-cases.ts";
import { eraseCases } from "../src/store/erase-cases.ts";
import { evictCases } from "../src/store/evict-cases.ts";
import { searchCases } from "../src/store/search-cases.ts";
import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "../src/vitest.ts";
import { faultyStores } from "./support/faulty-stores/all.ts";
import { faultyVerbs } from "./support/faulty-verbs.ts";
import { fileRig } from "./support/file-store.ts";
import { referenceRig } from "./support/reference-store.ts";

// Four stores of ours run the same cases.
describe("processes", { tags: ["long"] }, () => {
  describeStoreConformance("a shared store without a fault", fileRig("shared"));
});
describeStoreConformance("a volatile store without a fault", referenceRig("volatile"));
for (const kind of ["durable", "volatile"] as const) {
  describeSearchConformance(`a ${kind} store without a fault`, referenceRig(kind));
  describeEvictConformance(`a ${kind} store without a fault`, referenceRig(kind));
  describeEraseConformance(`a ${kind} store without a fault`, referenceRig(kind));
}

describe("every case can fail", () => {
  const ids = storeCases.map((storeCase) => storeCase.id);

  test("ids of cases are unique", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(ids)("a faulty store fails %s", (id) => {
    expect(faultyStores.filter((faulty) => faulty.foundBy === id)).not.toEqual([]);
  });

  test.each([
    "two-handles-in-turn",
    "two-handles-race",
    "two-handles-delete",
    "reopen",
    "disposal-under-way",
    "processes-in-turn",
    "processes-race",
    "killed-while-writing",
  ])("a faulty store of either kind fails %s", (id) => {
    const kinds = faultyStores.filter((faulty) => faulty.foundBy === id).map(({ rig }) => rig.kind);
    expect(new Set(kinds)).toEqual(new Set([...kinds, "durable", "volatile"]));
  });

  test.each(faultyStores)(
    "$foundBy fails for a store that $fault",
    { tags: ["long"] },
    async ({ foundBy, rig }) => {
      const storeCase = storeCases.find(({ id }) => id === foundBy);
      if (storeCase === undefined) throw new Error(`unknown case ${foundBy}`);
      const error: unknown = await storeCase.run(rig).catch((error: unknown) => error);
      expect(isReadable(error), String(error)).toBe(true);
    },
  );

  const verbCases = [...searchCases, ...evictCases, ...eraseCases];

  test.each(verbCases.map(({ id }) => id))("a faulty store fails %s", (id) => {
    expect(faultyVerbs.filter((faulty) => faulty.foundBy === id)).not.toEqual([]);
  });

  test.each(faultyVerbs)("$foundBy fails for a store that $fault", async ({ foundBy, rig }) => {
    const verbCase = verbCases.find(({ id }) => id === foundBy);
    if (verbCase === undefined) throw new Error(`unknown case ${foundBy}`);
    const error: unknown = await runOn(verbCase, rig).catch((error: unknown) => error);
    expect(isReadable(error), String(error)).toBe(true);
  });
});

async function runOn(
  verbCase: (typeof searchCases | typeof evictCases | typeof eraseCases)[number],
  rig: (typeof faultyVerbs)[number]["rig"],
): Promise<void> {
  await verbCase.run(rig);
}

/** Returns whether an error is descriptive. If disposal fails too, both errors come as one. */
function isReadable(error: unknown): boolean {
  if (error instanceof SuppressedError) return isReadable(error.suppressed);
  const isProperty = String(error).startsWith("Error: Property failed");
  return isProperty || error instanceof AssertionError || isCutpointError(error);
}
