import type { FilePart, Message, OtherPart, Part, TextPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { readFilePart } from "../../file-part.ts";
import { toJson } from "../../json.ts";
import { userProvenance } from "../../user-provenance.ts";
import type { JsonObject } from "../wire-format.ts";
import {
  contentOf,
  hasCallId,
  isAnswer,
  isMessage,
  isResult,
  type ResponsesItem,
  toolNameOf,
  type ResponsesUnit,
} from "./items.ts";

/** Converts a unit to a message. */
export function toMessage({ items, toolName = "unknown" }: ResponsesUnit): Message {
  const [item = {}] = items;
  if (isAnswer(item)) return { role: "assistant", parts: items.flatMap(answerParts) };
  if (isResult(item))
    return {
      role: "tool",
      callId: String(item["call_id"]),
      name: toolName,
      parts: resultParts(item),
    };
  const parts = contentOf(item["content"]).map(contentPart);
  if (item["role"] === "system" || item["role"] === "developer")
    return { role: "system", parts: parts.filter((part) => part.type === "text") };
  return { role: "user", provenance: userProvenance(parts), parts };
}

/** Returns the parts of an item of an answer. */
export function answerParts(item: ResponsesItem): readonly Part[] {
  if (isMessage(item)) return contentOf(item["content"]).map(contentPart);
  const { arguments: written, call_id: callId, type } = item;
  if (type === "reasoning") return [reasoningPart(item)];
  if (hasCallId(item))
    return [
      {
        type: "tool-call",
        callId: String(callId),
        name: toolNameOf(item),
        arguments: typeof written === "string" ? written : inputOf(item),
      },
    ];
  return [{ type: "other", kind: String(type), value: toJson(item) }];
}

/** Calls of other tools than functions have an input or an action instead of arguments. */
function inputOf({ action, input }: ResponsesItem): string {
  return JSON.stringify(isRecord(action) ? action : { input: input ?? null });
}

function reasoningPart({ content, encrypted_content: sealed, id, summary }: ResponsesItem): Part {
  const texts = [...contentOf(summary), ...contentOf(content)].map(({ text }) => String(text));
  const signature = typeof sealed === "string" && sealed !== "" ? sealed : id;
  return {
    type: "reasoning",
    text: texts.join("\n"),
    ...(typeof signature === "string" ? { signature } : {}),
  };
}

/** Screenshots and other results that are no text are kept as they are. */
function resultParts(item: ResponsesItem): readonly (TextPart | FilePart | OtherPart)[] {
  const { output, type } = item;
  return typeof output === "string" || Array.isArray(output)
    ? contentOf(output).map(contentPart)
    : [{ type: "other", kind: String(type), value: toJson(output ?? null) }];
}

function contentPart(part: JsonObject): TextPart | FilePart | OtherPart {
  const text = part["text"] ?? part["refusal"];
  if (typeof text === "string") return { type: "text", text };
  return (
    filePart(part) ?? {
      type: "other",
      kind: String(part["type"]) || "unknown",
      value: toJson(part),
    }
  );
}

/** Reads an image or a file; `null` if it is a reference to a file of the provider, or something else. */
function filePart(part: JsonObject): FilePart | null {
  const { file_data: data, file_url: url, filename: name, image_url: image } = part;
  return (
    readFilePart({ url: image }, "image/*") ?? readFilePart({ url, data, name }, "application/pdf")
  );
}
