import type { FilePart, Json, OtherPart } from "@cutpoint/core";

/** Converts a URL to a file part. Without a media type, it is treated as an image. */
export function filePart(url: string, mediaType?: string): FilePart {
  const stated = /^data:([^;,]+)/.exec(url)?.[1];
  return { type: "file", mediaType: mediaType ?? stated ?? "image/*", url };
}

/** Converts content that is only counted. */
export function otherPart(kind: string, value: unknown): OtherPart {
  return { type: "other", kind, value: value as Json };
}
