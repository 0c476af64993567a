import type { Json, Message } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { isSameJson } from "@cutpoint/session/store";
import type { PackedMessage } from "./packed-message.ts";

/** Returns the fields of a message that its built message lacks or changes; `null` if there are none. */
export function metadataOf(original: PackedMessage, built: PackedMessage): Json | null {
  const fields = Object.fromEntries(
    Object.entries(original.fields).filter(
      ([key, value]) => !(key in built.fields) || !isSameJson(value, built.fields[key]),
    ),
  );
  const absent = Object.keys(built.fields).filter((key) => !(key in original.fields));
  const isOtherType = original.type !== built.type;
  if (Object.keys(fields).length === 0 && absent.length === 0 && !isOtherType) return null;
  return {
    langchain: {
      ...(isOtherType ? { type: original.type } : {}),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...(absent.length === 0 ? {} : { absent }),
    },
  };
}

/** Restores the original of {@link metadataOf}. Metadata of other adapters is ignored. */
export function withMetadata(
  built: PackedMessage,
  host: Message["adapterMetadata"],
): PackedMessage {
  const metadata = isRecord(host) ? host["langchain"] : undefined;
  if (!isRecord(metadata)) return built;
  const { type, fields, absent } = metadata;
  const absentKeys = new Set<unknown>(Array.isArray(absent) ? absent : []);
  const present = Object.entries(built.fields).filter(([key]) => !absentKeys.has(key));
  return {
    type: typeof type === "string" ? type : built.type,
    fields: {
      ...Object.fromEntries(present),
      ...(isRecord(fields) ? fields : {}),
    },
  };
}
