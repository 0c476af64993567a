import { CutpointError } from "@cutpoint/session/store";
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

/** The error for a first line that is not the header of this session in this version. */
function refusal(header: Buffer, path: string): CutpointError {
  const value = parseHeader(header);
  if (value === null) return notALog(path);
  const { version } = value;
  if (typeof version === "number" && version > VERSION) {
    const remedy = `this release of @cutpoint/store-jsonl reads up to version ${VERSION}: use a newer one`;
    return new CutpointError("unsupported-version", `${path} is of version ${version}: ${remedy}`);
  }
  return new CutpointError("corrupt-log", `${path} holds another session: ${header.toString()}`);
}

function notALog(path: string): CutpointError {
  return new CutpointError("corrupt-log", `${path} does not begin like a Cutpoint log`);
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

type HeaderSearch = {
  /** The first line of this session's log. */
  readonly header: Buffer;
  readonly path: string;
  /** Whether a first line that is damaged counts as the header. */
  readonly isLenient: boolean;
};

/**
 * Whether the file has its first line; not, where its creation was torn.
 *
 * @throws where it begins otherwise than this session's log does
 */
export async function findHeader(
  file: ReadFile,
  { header, path, isLenient }: HeaderSearch,
): Promise<boolean> {
  const usual = await file.read(0, Math.min(header.length + 1, file.size));
  if (usual.length > header.length && usual.subarray(0, -1).equals(header) && usual.at(-1) === 10) {
    return true;
  }
  for await (const lines of linesFromStart(file)) {
    for (const line of lines) {
      if (isWhole(line) && line.bytes.equals(header)) return true;
      if (isLenient && isWhole(line) && parseHeader(line.bytes) === null) return true;
      const torn = line.ended || header.subarray(0, line.bytes.length).equals(line.bytes);
      if (isWhole(line) || !torn) throw refusal(line.bytes, path);
    }
  }
  return false;
}

/** The session that a file names, in any version, and whether anything was appended; `null` if it was never begun. */
export async function readSession(
  disk: Disk,
  path: string,
): Promise<{ readonly sessionId: string; readonly hasEntries: boolean } | null> {
  await using file = await disk.openRead(path);
  if (file === null) return null;
  let header: Buffer | null = null;
  let sessionId = "";
  for await (const lines of linesFromStart(file)) {
    for (const { bytes } of lines.filter(isWhole)) {
      if (header !== null && !bytes.equals(header)) return { sessionId, hasEntries: true };
      header = bytes;
      const named = parseHeader(bytes)?.["sessionId"];
      if (typeof named !== "string") throw notALog(path);
      sessionId = named;
    }
  }
  return header === null ? null : { sessionId, hasEntries: false };
}
