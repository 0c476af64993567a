import { toStorableKey } from "@cutpoint/session/store";
import type { ReadFile } from "./disk.ts";
import { decodeLine, idsOf, isTorn, startOfSingleId } from "./log-format.ts";
import { createOffsetList } from "./offset-list.ts";

/** Large enough that the cost of the system calls is negligible. */
const BLOCK_BYTES = 1 << 20;

const LINE_BREAK = 0x0a;

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/**
 * Maps entry ids to the byte offsets of their lines, without parsing the entries.
 *
 * Takes 12 bytes of memory per entry, and up to 24 while the list grows.
 */
export type LogIndex = {
  /** Adds the lines that were appended since the last update. Starts over if the file was replaced. */
  update(file: ReadFile): Promise<void>;
  /** Returns the offsets of lines that may contain the entry. In rare cases they include ids with the same hash. */
  find(id: string): readonly number[];
};

export function createLogIndex(): LogIndex {
  let identity: string | null = null;
  let scannedThrough = 0;
  let offsets = createOffsetList();

  function addLine(block: Buffer, start: number, end: number, offset: number): void {
    const from = startOfSingleId(block, start);
    if (from !== -1) return offsets.add(hashOf(block, from), offset);
    for (const id of idsIn(block.subarray(start, end))) offsets.add(hashOfId(id), offset);
  }

  /** Adds the complete lines of a block and returns their total length in bytes. */
  function addLines(block: Buffer, offset: number): number {
    let start = 0;
    for (let end = block.indexOf(LINE_BREAK); end !== -1;) {
      if (end > start) addLine(block, start, end, offset + start);
      start = end + 1;
      end = block.indexOf(LINE_BREAK, start);
    }
    return start;
  }

  return {
    async update(file) {
      if (file.identity !== identity || file.size < scannedThrough) {
        offsets = createOffsetList();
        scannedThrough = 0;
      }
      identity = file.identity;
      let length = BLOCK_BYTES;
      let buffer = Buffer.alloc(0);
      while (scannedThrough < file.size) {
        const missing = file.size - scannedThrough;
        if (buffer.length < length) buffer = Buffer.allocUnsafe(length);
        const block = buffer.subarray(0, Math.min(length, missing));
        await file.readInto(block, scannedThrough);
        const before = offsets.count();
        const scanned = addLines(block, scannedThrough);
        if (before === 0) offsets.reserve((offsets.count() * missing) / block.length);
        scannedThrough += scanned;
        if (scanned === 0 && block.length === missing) return;
        length = scanned === 0 ? length * 2 : BLOCK_BYTES;
      }
    },
    find(id) {
      return offsets.find(hashOfId(id));
    },
  };
}

function idsIn(bytes: Buffer): readonly string[] {
  if (isTorn(bytes)) return [];
  const ids = idsOf(bytes);
  if (ids !== null) return ids;
  try {
    return decodeLine(bytes).map((entry) => entry.id);
  } catch {
    return [];
  }
}

/** Hashes the JSON text of an id, from its first character to the closing quotation mark. */
function hashOf(block: Uint8Array, from: number): number {
  let hash = FNV_OFFSET;
  for (let at = from; at < block.length; at += 1) {
    let byte = block[at] as number;
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) {
      hash = Math.imul(hash ^ byte, FNV_PRIME);
      at += 1;
      byte = block[at] as number;
    }
    hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return hash >>> 0;
}

function hashOfId(id: string): number {
  return hashOf(Buffer.from(`${toStorableKey(id)}"`), 0);
}
