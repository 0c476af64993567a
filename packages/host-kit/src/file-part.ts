import type { FilePart } from "@cutpoint/core";

/** What a message contains of a file. Values of other types are ignored. */
type FileSource = {
  /** An address, which is kept as it is. */
  readonly url?: unknown;
  /** Bytes, base64, or an address that begins with `http:`, `https:` or `data:`. */
  readonly data?: unknown;
  /** Default: that of a `data:` address, otherwise the fallback. */
  readonly mediaType?: unknown;
  readonly name?: unknown;
};

/** Reads a file. Returns `null` without an address and data, for example for a reference to a file of the provider. */
export function readFilePart(
  { data, mediaType, name, url }: FileSource,
  fallback: string,
): FilePart | null {
  const address = nonEmptyText(url) ?? addressOf(data);
  const base64 = isBytes(data) ? bytesToBase64(data) : nonEmptyText(data);
  if (address === undefined && base64 === undefined) return null;
  const type = nonEmptyText(mediaType) ?? /^data:([^;,]+)/u.exec(address ?? "")?.[1] ?? fallback;
  const known = nonEmptyText(name);
  return {
    type: "file",
    mediaType: type,
    url: address ?? `data:${type};base64,${base64}`,
    ...(known === undefined ? {} : { name: known }),
  };
}

function addressOf(data: unknown): string | undefined {
  if (data instanceof URL) return data.href;
  return typeof data === "string" && /^(?:https?|data):/u.test(data) ? data : undefined;
}

function isBytes(data: unknown): data is Uint8Array | ArrayBuffer {
  return data instanceof Uint8Array || data instanceof ArrayBuffer;
}

/** Writes bytes as base64, for JSON. */
export function bytesToBase64(bytes: Uint8Array | ArrayBuffer): string {
  return Buffer.from(bytes as Uint8Array).toString("base64");
}

/** Returns a text that is not empty; `undefined` for other values. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
