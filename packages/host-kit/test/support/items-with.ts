import type { Item } from "@cutpoint/core";
import { fromUnits } from "../../src/convert-units.ts";
import { createRecentMap } from "../../src/recent-map.ts";
import type { UnitFormat } from "../../src/unit-format.ts";
import { type AnswerUsage, unitItems } from "../../src/unit-items.ts";

/** Returns the items that an adapter sees, with their originals. */
export function itemsWith<Unit>(units: readonly Unit[], format: UnitFormat<Unit>): readonly Item[] {
  const memory = { reports: createRecentMap<AnswerUsage>(1), items: createRecentMap<Item>(10_000) };
  const written = fromUnits(units, format);
  return unitItems(units, format, memory, "").items.map((item, index) => ({
    ...item,
    message: written[index] ?? item.message,
  }));
}
