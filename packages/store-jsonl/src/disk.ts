import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, readdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** A file that is only ever appended to. All but `flush` does not wait, so nothing comes between looking and writing. */
export type AppendFile = {
  /** Bytes in the file; `null` once it has been deleted or another has taken its place. */
  size(): number | null;
  /** Appends in one call to the system and tells how many bytes of it arrived. */
  write(text: string): number;
  /** Resolves when all that was written is on the disk. */
  flush(): Promise<void>;
  close(): void;
};

/** A file as it was when it was opened. */
export type ReadFile = AsyncDisposable & {
  readonly size: number;
  /** Tells this file from another that takes its place under the same name. */
  readonly identity: string;
  read(position: number, length: number): Promise<Buffer>;
  /** Fills a block with what stands at a position. */
  readInto(block: Buffer, position: number): Promise<void>;
};

/** A small file that names the holder of a lock. */
type HolderFile = {
  readonly text: string;
  /** Differs from that of every other file that was ever there, also if both have the same text. */
  readonly identity: string;
  /** How long ago it was written, in ms. */
  readonly age: number;
};

/** All that the store asks of a file system; it throws what the system throws. */
export type Disk = {
  /** `null` where there is no such file and none is to be created. */
  openAppend(path: string, create: boolean, mode?: number): AppendFile | null;
  /** `null` where there is no such file. */
  openRead(path: string): Promise<ReadFile | null>;
  /** Whether there was such a file. */
  remove(path: string): Promise<boolean>;
  /** The names in a directory; none where there is no such directory. */
  list(directory: string): Promise<readonly string[]>;
  /** Writes a whole file, flushed to the disk, under a name that nobody has used. */
  writeNew(path: string, chunks: AsyncIterable<Buffer>, mode?: number): Promise<void>;
  /** Puts a file in the place of another, in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Flushes the names in a directory to the disk, where the system can. */
  flushNames(directory: string): Promise<void>;
  /**
   * Creates a small file, whole or not at all. Returns whether it could: `false` if there is one. The directory is
   * created if there is none.
   */
  hold(path: string, text: string, mode?: number): boolean;
  /** `null` where nobody has made it. */
  readHolder(path: string): HolderFile | null;
  /** Removes such a file. */
  letGo(path: string): void;
};

/** Does not wait for the other end of a pipe that was put in the place of a file; Windows has no such flag. */
const NO_WAIT: number = constants.O_NONBLOCK ?? 0;

const APPEND: number = constants.O_WRONLY | constants.O_APPEND | NO_WAIT;

const READ: number = constants.O_RDONLY | NO_WAIT;

/** Conversations are private: only their owner reads a new file. */
export const OWNER_ONLY = 0o600;

/** What file systems without hard links, such as FAT, answer to one. */
const NO_LINKS: readonly string[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

const flushData = promisify(fdatasync);

/** The file system of Node.js. */
export const nodeDisk: Disk = {
  openAppend(path, create, mode = OWNER_ONLY) {
    try {
      if (create) makeFolder(dirname(path), mode);
      const flags = create ? APPEND | constants.O_CREAT : APPEND;
      return appendFile(openSync(path, flags, mode));
    } catch (error) {
      if (!create && isMissing(error)) return null;
      throw error;
    }
  },

  async openRead(path) {
    const handle = await open(path, READ).catch(absent(null));
    if (handle === null) return null;
    const stats = await handle.stat();
    if (!stats.isFile()) {
      await handle.close();
      throw Object.assign(new Error("it is not a file"), { code: "EISDIR" });
    }
    const { size, dev, ino } = stats;
    return {
      size,
      identity: `${dev}-${ino}`,
      async read(position, length) {
        const block = Buffer.allocUnsafe(length);
        await fill(handle, block, position);
        return block;
      },
      readInto: (block, position) => fill(handle, block, position),
      [Symbol.asyncDispose]: () => handle.close(),
    };
  },

  remove: (path) => rm(path).then(() => true, absent(false)),

  list: (directory) => readdir(directory).catch(absent([])),

  async writeNew(path, chunks, mode = OWNER_ONLY) {
    await using handle = await open(path, "wx", mode);
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.datasync();
  },

  rename,

  async flushNames(directory) {
    const handle = await open(directory, "r").catch(() => null);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  },

  hold(path, text, mode = OWNER_ONLY) {
    makeFolder(dirname(path), mode);
    const draft = `${path}.${randomUUID()}.new`;
    try {
      createWhole(draft, text, mode);
      linkSync(draft, path);
      return true;
    } catch (error) {
      // The draft is missing if a rewrite has cleaned the folder up in between: the caller tries again.
      if (hasCode(error, "EEXIST") || isMissing(error)) return false;
      if (NO_LINKS.some((code) => hasCode(error, code))) return createWhole(path, text, mode);
      throw error;
    } finally {
      removeSmall(draft);
    }
  },

  readHolder(path) {
    try {
      const { ino, mtimeMs } = lstatSync(path);
      const text = readText(path);
      return { text, identity: `${ino} ${mtimeMs} ${text}`, age: Date.now() - mtimeMs };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },

  letGo: removeSmall,
};

async function fill(handle: FileHandle, block: Buffer, position: number): Promise<void> {
  let filled = 0;
  while (filled < block.length) {
    const missing = block.length - filled;
    const { bytesRead } = await handle.read(block, filled, missing, position + filled);
    if (bytesRead === 0) throw new Error("the file is shorter than it was when it was opened");
    filled += bytesRead;
  }
}

function appendFile(descriptor: number): AppendFile {
  return {
    size() {
      const { nlink, size } = fstatSync(descriptor);
      return nlink === 0 ? null : size;
    },
    write: (text) => writeSync(descriptor, text),
    flush: () => flushData(descriptor),
    close: () => closeSync(descriptor),
  };
}

/** A new folder can be opened by all who can read a new file. */
function folderMode(mode: number): number {
  return mode | ((mode & 0o444) >> 2);
}

function makeFolder(path: string, mode: number): void {
  mkdirSync(path, { recursive: true, mode: folderMode(mode) });
}

/** Creates a file and leaves none behind if it cannot be written to its end; `false` if there is one. */
function createWhole(path: string, text: string, mode: number): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, "wx", mode);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
  try {
    writeFileSync(descriptor, text);
    return true;
  } catch (error) {
    removeSmall(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** `rmSync` would leave a link to nowhere where it is. */
function removeSmall(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** The text of a file; empty for a link that leads nowhere. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

/** What to answer where there is no such file; any other error goes on. */
function absent<Answer>(answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if (isMissing(error)) return answer;
    throw error;
  };
}

function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT");
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
