import { describe, expect, test } from "vitest";
import { adapterCases, runCases, type Subject } from "../../src/index.ts";

type AdapterSubject = Extract<Subject, { readonly type: "adapter" }>;

/**
 * Registers the adapter cases for all variants of one adapter.
 *
 * The short tier runs each case once: the variants take turns with the cases that apply to them. The full tier runs all
 * cases for all variants.
 */
export function describeVariants(subjects: readonly Subject[]): void {
  const variants = subjects.filter((subject) => subject.type === "adapter");
  const owners = ownersOf(variants);
  for (const { name, rig } of variants)
    describe(`${name} fulfills the contract of adapters`, () => {
      for (const { id, notApplicable, promise } of adapterCases) {
        const reason = notApplicable?.(rig) ?? null;
        const options = {
          tags: owners.get(id) === name ? [] : ["long"],
          // `skip: false` would override the tag.
          ...(reason === null ? {} : { skip: true }),
        };
        const note = reason === null ? "" : ` (n/a: ${reason})`;
        test(`${id}: ${promise}${note}`, options, async () => {
          const results = await runCases(adapterCases, rig, { only: [id] });
          for (const result of results) if (result.type === "fail") throw result.error;
          expect(results.map(({ type }) => type)).toEqual(["pass"]);
        });
      }
    });
}

/** Returns the variant that runs each case in the short tier, by the id of the case. */
function ownersOf(variants: readonly AdapterSubject[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { id, notApplicable } of adapterCases) {
    const able = variants.filter(({ rig }) => (notApplicable?.(rig) ?? null) === null);
    const owner = able[owners.size % able.length];
    if (owner !== undefined) owners.set(id, owner.name);
  }
  return owners;
}
