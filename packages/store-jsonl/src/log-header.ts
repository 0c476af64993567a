import { CutpointError } from "@cutpoint/core";
import type { Disk, ReadFile } from "./disk.ts";
import { linesFromStart } from "./lines.ts";
import { isWhole } from "./log-format.ts";

const FORMAT = "cutpoint-log";

/** The version of the file format that this release writes, and the newest that it reads. */
const VERSION = 1;

/** The first line of a session's file. */
export function headerOf(sessionId: string): Buffer {
  return Buffer.from(JSON.stringify({ format: FORMAT, version: VERSION, sessionId }));
}

/** The session that a first line names, in whatever version; `null` where it is no header. */
function sessionOf(header: Buffer): string | null {
  const value = parseHeader(header);
  return typeof value?.["sessionId"] === "string" ? value["sessionId"] : null;
}

/** The error for a first line that is not the header of this session in this version. */
function refusal(header: Buffer, path: string): CutpointError {
  const value = parseHeader(header);
  if (value === null)
    return new CutpointError("corrupt-log", `${path} does not begin like a Cutpoint log`);
  const { version } = value;
  if (typeof version === "number" && version > VERSION) {
    const remedy = `this release of @cutpoint/store-jsonl reads up to version ${VERSION}: use a newer one`;
    return new CutpointError("unsupported-version", `${path} is of version ${version}: ${remedy}`);
  }
  return new CutpointError("corrupt-log", `${path} holds another session: ${header.toString()}`);
}

function parseHeader(header: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(header.toString());
    const isHeader = typeof value === "object" && value !== null && "format" in value;
    return isHeader && value.format === FORMAT ? value : null;
  } catch {
    return null;
  }
}

/**
 * Whether the file has its first line; not, where its creation was torn.
 *
 * @throws where it begins otherwise than this session's log does
 */
export async function findHeader(file: ReadFile, header: Buffer, path: string): Promise<boolean> {
  const usual = await file.read(0, Math.min(header.length + 1, file.size));
  if (usual.length > header.length && usual.subarray(0, -1).equals(header) && usual.at(-1) === 10) {
    return true;
  }
  for await (const lines of linesFromStart(file)) {
    for (const line of lines) {
      if (isWhole(line) && line.bytes.equals(header)) return true;
      const torn = line.ended || header.subarray(0, line.bytes.length).equals(line.bytes);
      if (isWhole(line) || !torn) throw refusal(line.bytes, path);
    }
  }
  return false;
}

/** The session whose log a file is; `null` where it is none or was never begun. */
export async function readSessionId(disk: Disk, path: string): Promise<string | null> {
  await using file = await disk.openRead(path);
  if (file === null) return null;
  for await (const lines of linesFromStart(file)) {
    const first = lines.find(isWhole);
    if (first !== undefined) return sessionOf(first.bytes);
  }
  return null;
}
