import type { Message, Part } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { hasOtherCallIds } from "./call-ids.ts";
import { convertMessage } from "./convert-message.ts";
import { fromJson, toJson, wellFormedJson } from "./json.ts";
import { partContent, takeBy } from "./original-places.ts";
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

/**
 * Converts messages to units. Messages of {@link fromUnits} become what they were, except for parts and call ids that
 * differ from the original's, and lone surrogates, which no provider accepts.
 */
export function toUnits<Unit>(
  messages: readonly Message[],
  format: Pick<UnitFormat<Unit, never>, "fromMessage" | "toMessage">,
): readonly Unit[] {
  return messages.map((message) => {
    const { adapterMetadata: original } = message;
    const unit =
      isRecord(original) && original["unit"] !== undefined
        ? changedUnit(message, fromJson(original["unit"]) as Unit, format)
        : format.fromMessage(message);
    return fromJson(wellFormedJson(toJson(unit))) as Unit;
  });
}

/** Returns the unit with the parts and the call id of the message. */
function changedUnit<Unit>(
  message: Message,
  unit: Unit,
  { fromMessage, toMessage }: Pick<UnitFormat<Unit, never>, "fromMessage" | "toMessage">,
): Unit {
  const own = toMessage(unit);
  const takeShown = takeBy<Part>(message.parts, partContent);
  const parts = own.parts.map((part: Part) => takeShown(partContent(part)) ?? part);
  const isSame =
    parts.length === message.parts.length &&
    parts.every((part, place) => part === message.parts[place]) &&
    !hasOtherCallIds(message, own);
  return isSame ? unit : fromMessage(message, { unit, parts });
}
