import assert from "node:assert/strict";
import * as fc from "fast-check";
import { DAMAGES, type Damaged, places } from "./reader/damage.ts";
import type { ReaderCase, ReaderCounts, ReaderRig } from "./reader/rig.ts";
import { SEED } from "./seed.ts";

/** Damaged files of each kind. */
const FILES = 25;

/** The law that no record is dropped silently: records used and not used are the records of the file. */
export const readerCases: readonly ReaderCase[] = [
  {
    id: "counts-intact-file",
    promise: "Each record of an intact file is counted once, as used or not used.",
    run: async (rig) => {
      assertCounted(await rig.read(rig.join(rig.records)), rig.records.length);
    },
  },
  ...Object.entries(DAMAGES).map(([name, damage]): ReaderCase => ({
    id: `counts-records-${name.toLowerCase().replaceAll(/\W+/g, "-")}`,
    promise: `In a file with a record ${name}, each record is counted once, and all others are used.`,
    run: async (rig) => {
      const intact = await rig.read(rig.join(rig.records));
      await fc.assert(
        fc.asyncProperty(places(rig.records.length), async ([place, share]) => {
          await assertDamaged(rig, intact, damage(rig.records, place, share));
        }),
        { seed: SEED, numRuns: name === "of 3 MB" ? 2 : FILES },
      );
    },
  })),
];

async function assertDamaged(
  rig: ReaderRig,
  intact: ReaderCounts,
  { finish = (file) => file, lost, records, total }: Damaged,
): Promise<void> {
  const counts = await rig.read(finish(rig.join(records)));
  assertCounted(counts, total);
  assert.ok(
    counts.used >= intact.used - lost,
    `${counts.used} records used: expected at least ${intact.used - lost}, since ${lost} of ${intact.used} are lost`,
  );
}

function assertCounted({ total, unused, used }: ReaderCounts, expected: number): void {
  const notUsed = unused.reduce((sum, { records }) => sum + records, 0);
  assert.equal(used + notUsed, total, `${used} used and ${notUsed} not used are not ${total}`);
  assert.equal(total, expected, `${total} records counted: expected ${expected}`);
}
