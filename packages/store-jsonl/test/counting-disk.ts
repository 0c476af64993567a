import { type Disk, nodeDisk } from "../src/disk.ts";

/** A disk that counts the bytes that are read from it. */
export function countingDisk(): { readonly disk: Disk; readonly read: { bytes: number } } {
  const read = { bytes: 0 };
  const disk: Disk = {
    ...nodeDisk,
    async openRead(path) {
      const file = await nodeDisk.openRead(path);
      if (file === null) return null;
      return {
        ...file,
        read(position, length) {
          read.bytes += length;
          return file.read(position, length);
        },
        readInto(block, position) {
          read.bytes += block.length;
          return file.readInto(block, position);
        },
      };
    },
  };
  return { disk, read };
}
