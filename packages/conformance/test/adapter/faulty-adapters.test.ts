import { AssertionError } from "node:assert/strict";
import { isContextOverflow } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { adapterCases } from "../../src/adapter-cases.ts";
import { describeAdapterConformance } from "../../src/vitest.ts";
import { faultyAdapters } from "./faulty-adapters.ts";
import { fetchRig } from "./fetch-rig.ts";
import { neutralRig } from "./neutral-rig.ts";
import { taciturnRig } from "./taciturn-rig.ts";

describeAdapterConformance("adapter-fetch, streamed", fetchRig());
describeAdapterConformance("adapter-fetch, whole", fetchRig({ facts: { streaming: false } }));
describeAdapterConformance("a host that is the opposite of it", neutralRig());
describeAdapterConformance("a host with a log that tells little", taciturnRig());

describe("every case can fail", () => {
  const ids = adapterCases.map(({ id }) => id);

  test("no two cases have the same id", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every case is for one of the adapters without faults", () => {
    const rigs = [
      fetchRig(),
      fetchRig({ facts: { streaming: false } }),
      neutralRig(),
      taciturnRig(),
    ];
    for (const { id, notApplicable } of adapterCases)
      expect(
        rigs.some((rig) => (notApplicable?.(rig) ?? null) === null),
        id,
      ).toBe(true);
  });

  test.each(ids)("%s is failed by a faulty adapter", (id) => {
    expect(faultyAdapters.filter(({ foundBy }) => foundBy === id)).not.toEqual([]);
  });

  test.each(faultyAdapters)("$foundBy finds an adapter that $fault", async ({ foundBy, rig }) => {
    const found = adapterCases.find(({ id }) => id === foundBy);
    if (found === undefined) throw new Error(`there is no case ${foundBy}`);
    expect(found.notApplicable?.(rig) ?? null).toBeNull();
    const error: unknown = await found.run(rig).catch((error: unknown) => error);
    const isReadable = error instanceof AssertionError || isContextOverflow(error);
    expect(isReadable, String(error)).toBe(true);
  });
});
