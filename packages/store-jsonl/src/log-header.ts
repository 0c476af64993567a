import { CutpointError } from "@cutpoint/session/store";
import type { Disk, ReadFile } from "./disk.ts";
import { linesFromStart } from "./lines.ts";
import { isComplete } from "./log-format.ts";

const FORMAT = "cutpoint-log";

/** The file format version that this release writes, and the newest one that it reads. */
const VERSION = 1;

/** Returns the first line of a session's file. */
export function headerOf(sessionId: string): Buffer {
  return Buffer.from(JSON.stringify({ format: FORMAT, version: VERSION, sessionId }));
}

function headerError(header: Buffer, path: string): CutpointError {
  const value = parseHeader(header);
  if (value === null) return notALog(path);
  const { version } = value;
  if (typeof version === "number" && version > VERSION) {
    const remedy = `expected at most ${VERSION}, upgrade @cutpoint/store-jsonl`;
    return new CutpointError(
      "unsupported-version",
      `format version of ${path} is ${version}: ${remedy}`,
    );
  }
  return new CutpointError("corrupt-log", `${path} contains another session: ${header.toString()}`);
}

function notALog(path: string): CutpointError {
  return new CutpointError(
    "corrupt-log",
    `${path} is not a Cutpoint log: expected a log header in the first line`,
  );
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
  /** The expected first line. */
  readonly header: Buffer;
  readonly path: string;
  /** Whether a damaged first line is accepted as the header. */
  readonly isLenient: boolean;
};

/**
 * Returns whether the file has its header. The header is missing if the creation of the file was interrupted.
 *
 * @throws `corrupt-log` or `unsupported-version` if the file starts differently
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
      if (isComplete(line) && line.bytes.equals(header)) return true;
      if (isLenient && isComplete(line) && parseHeader(line.bytes) === null) return true;
      const torn = line.ended || header.subarray(0, line.bytes.length).equals(line.bytes);
      if (isComplete(line) || !torn) throw headerError(line.bytes, path);
    }
  }
  return false;
}

/** Returns the session that a file names, in any format version. `null` if the file has no header yet. */
export async function readSession(
  disk: Disk,
  path: string,
): Promise<{ readonly sessionId: string; readonly hasEntries: boolean } | null> {
  await using file = await disk.openRead(path);
  if (file === null) return null;
  let header: Buffer | null = null;
  let sessionId = "";
  for await (const lines of linesFromStart(file)) {
    for (const { bytes } of lines.filter(isComplete)) {
      if (header !== null && !bytes.equals(header)) return { sessionId, hasEntries: true };
      header = bytes;
      const named = parseHeader(bytes)?.["sessionId"];
      if (typeof named !== "string") throw notALog(path);
      sessionId = named;
    }
  }
  return header === null ? null : { sessionId, hasEntries: false };
}
