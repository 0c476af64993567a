import type { Item } from "@cutpoint/core";
import { fromUnits } from "../../src/convert-units.ts";
import { createHostReader } from "../../src/host-reader.ts";
import type { UnitFormat } from "../../src/unit-format.ts";

/** Returns the items that an adapter sees, with their originals. */
export function itemsWith<Unit, HostMessage>(
  messages: readonly HostMessage[],
  format: UnitFormat<Unit, HostMessage>,
): readonly Item[] {
  const written = fromUnits(format.split(messages), format);
  return createHostReader(format)({ messages }).items.map((item, index) => ({
    ...item,
    message: written[index] ?? item.message,
  }));
}
