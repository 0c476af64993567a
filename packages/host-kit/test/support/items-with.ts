import type { Item } from "@cutpoint/core";
import { fromUnits } from "../../src/convert-units.ts";
import type { UnitFormat } from "../../src/unit-format.ts";
import { createUnitMemory, unitItems } from "../../src/unit-items.ts";

/** Returns the items that an adapter sees, with their originals. */
export function itemsWith<Unit>(units: readonly Unit[], format: UnitFormat<Unit>): readonly Item[] {
  const written = fromUnits(units, format);
  return unitItems(units, format, createUnitMemory(), "").items.map((item, index) => ({
    ...item,
    message: written[index] ?? item.message,
  }));
}
