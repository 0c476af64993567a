import { AssertionError } from "node:assert/strict";
import { classifyProviderError, isContextOverflow } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { adapterCases } from "../../src/adapter-cases.ts";
import { describeAdapterConformance } from "../../src/vitest.ts";
import { faultyAdapters } from "../support/adapter/faulty-adapters/all.ts";
import { fetchRig } from "../support/adapter/fetch-rig.ts";
import { plainHostRig } from "../support/adapter/plain-host.ts";
import { silentHostRig } from "../support/adapter/silent-host.ts";

describeAdapterConformance("adapter-fetch, streamed", fetchRig());

describe("other correct adapters", { tags: ["long"] }, () => {
  describeAdapterConformance("adapter-fetch, whole", fetchRig({ facts: { streaming: false } }));
  describeAdapterConformance("a plain host", plainHostRig());
  describeAdapterConformance("a host that hides failed streams", silentHostRig());
});

describe("every case can fail", () => {
  const ids = adapterCases.map(({ id }) => id);

  test("ids of cases are unique", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every case applies to one of the correct adapters", () => {
    const rigs = [
      fetchRig(),
      fetchRig({ facts: { streaming: false } }),
      plainHostRig(),
      silentHostRig(),
    ];
    for (const { id, notApplicable } of adapterCases)
      expect(
        rigs.some((rig) => (notApplicable?.(rig) ?? null) === null),
        id,
      ).toBe(true);
  });

  test.each(ids)("a faulty adapter fails %s", (id) => {
    expect(faultyAdapters.filter(({ foundBy }) => foundBy === id)).not.toEqual([]);
  });

  test.each(faultyAdapters)(
    "$foundBy fails for an adapter that $fault",
    { tags: ["long"] },
    async ({ foundBy, rig }) => {
      const found = adapterCases.find(({ id }) => id === foundBy);
      if (found === undefined) throw new Error(`unknown case ${foundBy}`);
      expect(found.notApplicable?.(rig) ?? null).toBeNull();
      const error: unknown = await found.run(rig).catch((error: unknown) => error);
      const isRefusal =
        isContextOverflow(error) || classifyProviderError(error) === "payload-too-large";
      const isReadable = error instanceof AssertionError || isRefusal;
      expect(isReadable, String(error)).toBe(true);
    },
  );
});
