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
  readSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/**
 * A file that is open for appending.
 *
 * Everything except `flush` is synchronous, so no other append of this process runs between a size check and a write.
 */
export type AppendFile = {
  /** Returns the size in bytes, or `null` if the file was deleted. */
  size(): number | null;
  /** Appends with one system call and returns the number of bytes written. */
  write(text: string): number;
  /** Resolves when all written data is on the disk. */
  flush(): Promise<void>;
  close(): void;
};

/** A file that is open for reading. `size` is its size at the time of opening. */
export type ReadFile = AsyncDisposable & {
  readonly size: number;
  /** Differs from the identity of a file that later replaces this one under the same name. */
  readonly identity: string;
  read(position: number, length: number): Promise<Buffer>;
  /** Fills the block with the bytes at a position. */
  readInto(block: Buffer, position: number): Promise<void>;
};

/** The content of a lock file. */
type LockFile = {
  readonly text: string;
  /** Differs between any two lock files, even if their text is the same. */
  readonly identity: string;
  /** Time since the last write, in ms. */
  readonly age: number;
};

/** The file system operations that the store needs. Errors of the system are thrown unchanged. */
export type Disk = {
  /** Returns `null` if the file does not exist and `create` is `false`. */
  openAppend(path: string, create: boolean, mode?: number): AppendFile | null;
  /** Returns `null` if the file does not exist. */
  openRead(path: string): Promise<ReadFile | null>;
  /** Returns whether the file existed. */
  remove(path: string): Promise<boolean>;
  /** Lists the names in a directory. Returns none if the directory does not exist. */
  list(directory: string): Promise<readonly string[]>;
  /** Writes a complete file under an unused name and flushes it to the disk. */
  writeNew(path: string, chunks: AsyncIterable<Buffer>, mode?: number): Promise<void>;
  /** Returns the file behind a path and its links, and the number of hard links to it. */
  resolve(path: string): Promise<{ readonly path: string; readonly hardLinks: number }>;
  /** Replaces a file atomically. */
  rename(from: string, to: string): Promise<void>;
  /** Flushes the names in a directory to the disk, if the system supports it. */
  flushNames(directory: string): Promise<void>;
  /** Creates a lock file atomically, and its directory if needed. Returns `false` if the lock file exists. */
  createLockFile(path: string, text: string, mode?: number): boolean;
  /** Returns `null` if the lock file does not exist. */
  readLockFile(path: string): LockFile | null;
  removeLockFile(path: string): void;
};

/** Keeps `open` from waiting for the other end if a pipe has replaced the file. Windows has no such flag. */
const NO_WAIT: number = constants.O_NONBLOCK ?? 0;

const APPEND: number = constants.O_WRONLY | constants.O_APPEND | NO_WAIT;

const READ: number = constants.O_RDONLY | NO_WAIT;

/** A lock file names a process and its host. Only the start of a longer file is read. */
const MAX_LOCK_BYTES = 4096;

/** Conversations are private, so new files are readable by their owner only. */
export const OWNER_ONLY = 0o600;

/** Errors from file systems without hard links, for example FAT. */
const NO_HARD_LINK_CODES: readonly string[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

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
    const handle = await open(path, READ).catch(ifMissing(null));
    if (handle === null) return null;
    const stats = await handle.stat();
    if (!stats.isFile()) {
      await handle.close();
      throw Object.assign(new Error("expected a regular file"), { code: "EISDIR" });
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

  remove: (path) => rm(path).then(() => true, ifMissing(false)),

  list: (directory) => readdir(directory).catch(ifMissing([])),

  async writeNew(path, chunks, mode = OWNER_ONLY) {
    await using handle = await open(path, "wx", mode);
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.datasync();
  },

  async resolve(path) {
    const real = await realpath(path);
    return { path: real, hardLinks: (await stat(real)).nlink };
  },

  rename,

  async flushNames(directory) {
    const handle = await open(directory, "r").catch(() => null);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  },

  createLockFile(path, text, mode = OWNER_ONLY) {
    makeFolder(dirname(path), mode);
    const draft = `${path}.${randomUUID()}.new`;
    try {
      createFile(draft, text, mode);
      linkSync(draft, path);
      return true;
    } catch (error) {
      // The draft is missing if a rewrite has cleaned up the folder in between. The caller tries again.
      if (hasCode(error, "EEXIST") || isMissing(error)) return false;
      if (NO_HARD_LINK_CODES.some((code) => hasCode(error, code)))
        return createFile(path, text, mode);
      throw error;
    } finally {
      removeFile(draft);
    }
  },

  readLockFile(path) {
    try {
      const { ino, mtimeMs } = lstatSync(path);
      const text = readStart(path);
      return { text, identity: `${ino} ${mtimeMs} ${text}`, age: Date.now() - mtimeMs };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },

  removeLockFile: removeFile,
};

async function fill(handle: FileHandle, block: Buffer, position: number): Promise<void> {
  let filled = 0;
  while (filled < block.length) {
    const missing = block.length - filled;
    const { bytesRead } = await handle.read(block, filled, missing, position + filled);
    if (bytesRead === 0) throw new Error("the file was truncated while it was read");
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

/** Returns the mode of a new folder: everyone who can read its files can open it. */
export function folderMode(mode: number): number {
  return mode | ((mode & 0o444) >> 2);
}

function makeFolder(path: string, mode: number): void {
  mkdirSync(path, { recursive: true, mode: folderMode(mode) });
}

/** Creates a file exclusively. Returns `false` if it exists, and leaves no partial file behind if writing fails. */
function createFile(path: string, text: string, mode: number): boolean {
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
    removeFile(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Deletes a file or a link. `rmSync` does not delete a dangling link. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Returns the first bytes of a file as text. Empty for a dangling link and for a pipe. */
function readStart(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, READ);
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
  try {
    if (fstatSync(descriptor).isFIFO()) return "";
    const block = Buffer.alloc(MAX_LOCK_BYTES);
    return block.toString("utf8", 0, readSync(descriptor, block, 0, MAX_LOCK_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}

function ifMissing<Answer>(answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if (isMissing(error)) return answer;
    throw error;
  };
}

/** Whether a file or a folder does not exist. */
export function isMissing(error: unknown): error is NodeJS.ErrnoException {
  return hasCode(error, "ENOENT");
}

function hasCode(error: unknown, code: string): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && error.code === code;
}
