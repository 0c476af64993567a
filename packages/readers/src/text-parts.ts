import type { TextPart } from "@cutpoint/core";

/** Returns a text as parts. An empty text creates no part. */
export function textParts(text: string | undefined): readonly TextPart[] {
  return text === undefined || text === "" ? [] : [{ type: "text", text }];
}
