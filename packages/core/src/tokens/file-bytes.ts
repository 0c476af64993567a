import type { Message, Part } from "../model/message.ts";

/** What a message's files put on the wire, in bytes: the length of `data:` URLs; a web address is not sent along. */
export function fileBytes(message: Message): number {
  const parts: readonly Part[] = message.parts;
  return parts.reduce(
    (sum, part) =>
      sum + (part.type === "file" && part.url.startsWith("data:") ? part.url.length : 0),
    0,
  );
}
