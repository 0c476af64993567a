import type { FilePart } from "@cutpoint/core";

/** Returns the bytes of a `data:` URL as base64; `null` for a web address. */
export function base64Of({ url }: FilePart): string | null {
  return /^data:[^,]*;base64,(.*)$/su.exec(url)?.[1] ?? null;
}
