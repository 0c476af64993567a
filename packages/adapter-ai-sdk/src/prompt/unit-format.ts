import { isRecord } from "@cutpoint/core/kit";
import { sortedJson, type UnitFormat } from "@cutpoint/host-kit";
import { fromMessage } from "./from-message.ts";
import { toMessage } from "./to-message.ts";
import { messagesOf, type Unit, unitsOf } from "./units.ts";
import type { ModelMessage } from "ai";

/** The messages of a prompt, and how they are converted. */
export const unitFormat: UnitFormat<Unit, ModelMessage> = {
  split: unitsOf,
  join: messagesOf,
  messageCount: ({ continues }) => (continues ? 0 : 1),
  contentOf: ({ message }) => sortedJson(message, withoutMovingOptions),
  toMessage: ({ message }) => toMessage(message),
  fromMessage: (message, original) =>
    original === undefined
      ? { message: fromMessage(message), continues: false }
      : {
          ...original.unit,
          message: fromMessage(message, { own: original.unit.message, parts: original.parts }),
        },
};

/** Options that apps move from message to message, so they do not identify a message. */
const MOVING_OPTIONS = new Set(["cacheControl", "cache_control"]);

/** Leaves out options that differ from request to request. */
function withoutMovingOptions(key: string, options: unknown): unknown {
  if (key !== "providerOptions") return options;
  const fixed = Object.entries(isRecord(options) ? options : {}).flatMap(([provider, fields]) => {
    const entries = Object.entries(isRecord(fields) ? fields : {}).filter(
      ([name]) => !MOVING_OPTIONS.has(name),
    );
    return entries.length === 0 ? [] : [[provider, Object.fromEntries(entries)]];
  });
  return fixed.length === 0 ? undefined : Object.fromEntries(fixed);
}
