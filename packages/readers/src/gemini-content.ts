import type { Message, OtherPart, Part, TextPart } from "@cutpoint/core";
import { reasoningPart, textParts, toolCallPart } from "./content-parts.ts";
import { type JsonRecord, jsonText, jsonValue, nameIn, recordIn, recordsIn } from "./fields.ts";
import { fromUser, resultMessage } from "./messages.ts";

type ContentPart = TextPart | OtherPart;

/** Returns the texts of a content of the Gemini API, with its other parts as they are. */
export function textsOf(content: unknown): readonly ContentPart[] {
  if (typeof content === "string") return textParts(content);
  return recordsIn(content).flatMap((part): readonly ContentPart[] => {
    if (typeof part["text"] === "string") return textParts(part["text"]);
    const kind = Object.keys(part).find((key) => key !== "") ?? "unknown";
    return [{ type: "other", kind, value: jsonValue(part) }];
  });
}

/** Whether a part is the result of a call. */
export function isResponse(part: ContentPart): boolean {
  return part.type === "other" && part.kind === "functionResponse";
}

/** Converts a content of the Gemini API: an answer, or results and then the rest of a user message. */
export function geminiMessages({ parts, role }: JsonRecord): readonly Message[] {
  const records = recordsIn(parts);
  if (role === "model") return [{ role: "assistant", parts: records.flatMap(answerPart) }];
  const results = records.filter((part) => part["functionResponse"] !== undefined);
  const others = textsOf(records).filter((part) => !isResponse(part));
  return [...results.map(resultOf), ...(others.length === 0 ? [] : [fromUser("user", others)])];
}

function answerPart(part: JsonRecord): readonly Part[] {
  if (part["functionCall"] !== undefined) {
    const call = recordIn(part, "functionCall");
    return [
      toolCallPart(nameIn(call, "id") ?? nameIn(call, "name"), nameIn(call, "name"), call["args"]),
    ];
  }
  if (part["thought"] === true) return [reasoningPart(jsonText(part["text"] ?? ""))];
  return textsOf([part]);
}

function resultOf(part: JsonRecord): Message {
  const result = recordIn(part, "functionResponse");
  const response = recordIn(result, "response");
  const isFailed = response["output"] === undefined && response["error"] !== undefined;
  const name = nameIn(result, "name");
  const text = jsonText(response["output"] ?? response["error"] ?? response);
  return resultMessage(nameIn(result, "id") ?? name, name, textParts(text), isFailed);
}
