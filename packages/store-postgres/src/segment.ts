import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { CutpointError } from "@cutpoint/session/store";

/** The JSON of entries by their place in the log. */
export type Bodies = ReadonlyMap<string, string>;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export async function packSegment(bodies: Bodies): Promise<Uint8Array> {
  return compress(JSON.stringify([...bodies]));
}

/** @throws `corrupt-log` if the object is not a segment */
export async function unpackSegment(bytes: Uint8Array, object: string): Promise<Bodies> {
  try {
    return new Map(JSON.parse(String(await decompress(bytes))) as [string, string][]);
  } catch (cause) {
    throw new CutpointError("corrupt-log", `could not read object ${object}`, { cause });
  }
}
