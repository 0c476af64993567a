import { toStorableKey } from "@cutpoint/session/store";
import type { ReadFile } from "./disk.ts";
import { decodeLine, idsOf, isSealed, startOfSingleId } from "./log-format.ts";
import { createPlaceList } from "./place-list.ts";

/** Large enough that the calls to the system cost nothing beside the looking. */
const BLOCK_BYTES = 1 << 20;

const LINE_BREAK = 0x0a;

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/**
 * Where the entries of a file stand, by id: for each the byte at which its line begins, found without parsing what the
 * lines hold. 12 bytes of memory for an entry, up to 24.
 */
export type LogIndex = {
  /** Takes in what was appended since the last time. Another file than that is begun with anew. */
  update(file: ReadFile): Promise<void>;
  /** Offsets of lines that may hold the entry; those of other ids with the same hash are among them, rarely. */
  find(id: string): readonly number[];
};

export function createLogIndex(): LogIndex {
  let identity: string | null = null;
  let scannedThrough = 0;
  let places = createPlaceList();

  function addLine(block: Buffer, start: number, end: number, offset: number): void {
    const from = startOfSingleId(block, start);
    if (from !== -1) return places.add(hashOf(block, from), offset);
    for (const id of idsIn(block.subarray(start, end))) places.add(hashOfId(id), offset);
  }

  /** How many bytes of a block are lines with an end. */
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
        places = createPlaceList();
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
        const before = places.count();
        const scanned = addLines(block, scannedThrough);
        if (before === 0) places.reserve((places.count() * missing) / block.length);
        scannedThrough += scanned;
        if (scanned === 0 && block.length === missing) return;
        length = scanned === 0 ? length * 2 : BLOCK_BYTES;
      }
    },
    find(id) {
      return places.find(hashOfId(id));
    },
  };
}

/** A line that begins in no way that this release writes is parsed; one that cannot be read holds no entry. */
function idsIn(bytes: Buffer): readonly string[] {
  if (isSealed(bytes)) return [];
  const ids = idsOf(bytes);
  if (ids !== null) return ids;
  try {
    return decodeLine(bytes).map((entry) => entry.id);
  } catch {
    return [];
  }
}

/** The hash of the JSON text of an id, from where it begins in a block up to its closing quotation mark. */
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
