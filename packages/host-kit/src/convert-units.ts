import type { Message } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { convertMessage } from "./convert-message.ts";
import { fromJson, toJson } from "./json.ts";
import type { UnitFormat } from "./unit-format.ts";

/**
 * Converts units to messages without loss. The original is kept in `adapterMetadata`.
 *
 * @throws `invalid-input` if a unit has no JSON form
 */
export function fromUnits<Unit>(
  units: readonly Unit[],
  { toMessage }: Pick<UnitFormat<Unit, never>, "toMessage">,
): readonly Message[] {
  return units.map((unit, index) =>
    convertMessage(index, () => ({
      ...toMessage(unit),
      adapterMetadata: { unit: toJson(unit) },
    })),
  );
}

/** Converts messages to units. Messages of {@link fromUnits} become what they were. */
export function toUnits<Unit>(
  messages: readonly Message[],
  { fromMessage }: Pick<UnitFormat<Unit, never>, "fromMessage">,
): readonly Unit[] {
  return messages.map((message) => {
    const { adapterMetadata: original } = message;
    return isRecord(original) && original["unit"] !== undefined
      ? (fromJson(original["unit"]) as Unit)
      : fromMessage(message);
  });
}
