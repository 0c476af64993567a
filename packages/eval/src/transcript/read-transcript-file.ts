import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { CutpointError } from "@cutpoint/core";
import { parseTranscript } from "./parse-transcript.ts";
import type { Transcript } from "./transcript.ts";

/**
 * Reads a transcript from a JSON file, or from a gzip file if the name ends in `.gz`.
 *
 * @throws `invalid-input` if the file cannot be read or is not a transcript
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
