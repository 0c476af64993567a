import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { CutpointError } from "@cutpoint/core";
import { parseTranscript } from "./parse-transcript.ts";
import type { Transcript } from "./transcript.ts";

/**
 * Reads a transcript from a JSON file, compressed by gzip where its name ends with `.gz`.
 *
 * @throws `invalid-input` where the file cannot be read or is no transcript
 */
export async function readTranscriptFile(path: string): Promise<Transcript> {
  return parseTranscript(await jsonOf(path), path);
}

async function jsonOf(path: string): Promise<unknown> {
  try {
    const bytes = await readFile(path);
    const plain = path.endsWith(".gz") ? await promisify(gunzip)(bytes) : bytes;
    return JSON.parse(plain.toString("utf8"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CutpointError("invalid-input", `${path} cannot be read as JSON: ${why}`, { cause });
  }
}
