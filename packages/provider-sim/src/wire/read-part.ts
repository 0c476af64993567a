import type { FilePart, Json, OtherPart } from "@cutpoint/core";

/** An image or another file by its address; without a media type in a `data:` URL it is taken for an image. */
export function filePart(url: string, mediaType?: string): FilePart {
  const stated = /^data:([^;,]+)/.exec(url)?.[1];
  return { type: "file", mediaType: mediaType ?? stated ?? "image/*", url };
}

/** What is only counted, as the JSON that was sent. */
export function otherPart(kind: string, value: unknown): OtherPart {
  return { type: "other", kind, value: value as Json };
}
