import type { Item } from "@cutpoint/core";
import { createMessageComparer } from "../../src/continued-messages.ts";
import { fromUnits } from "../../src/convert-units.ts";
import type { UnitFormat } from "../../src/unit-format.ts";
import { createUnitMemory, unitItems } from "../../src/unit-items.ts";

/** Returns the items that an adapter sees, with their originals. */
export function itemsWith<Unit, Wire>(
  messages: readonly Wire[],
  format: UnitFormat<Unit, Wire>,
): readonly Item[] {
  const written = fromUnits(format.split(messages), format);
  const continued = createMessageComparer<Wire>()(messages, "");
  return unitItems(continued, format, createUnitMemory(), "").items.map((item, index) => ({
    ...item,
    message: written[index] ?? item.message,
  }));
}
