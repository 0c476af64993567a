import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
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

/** A small file that says who holds something. */
type HolderFile = {
  readonly text: string;
  /** How long ago it was written, in ms. */
  readonly age: number;
};

/** All that the store asks of a file system; it throws what the system throws. */
export type Disk = {
  /** `null` where there is no such file and none is to be created. */
  openAppend(path: string, create: boolean): AppendFile | null;
  /** `null` where there is no such file. */
  openRead(path: string): Promise<ReadFile | null>;
  /** Whether there was such a file. */
  remove(path: string): Promise<boolean>;
  /** The names in a directory; none where there is no such directory. */
  list(directory: string): Promise<readonly string[]>;
  /** Writes a whole file, flushed to the disk, under a name that nobody has used. */
  writeNew(path: string, chunks: AsyncIterable<Buffer>): Promise<void>;
  /** Puts a file in the place of another, in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Flushes the names in a directory to the disk, where the system can. */
  flushNames(directory: string): Promise<void>;
  /** Makes a small file that nobody else has made; whether it could. The directory is made where there is none. */
  hold(path: string, text: string): boolean;
  /** `null` where nobody has made it. */
  readHolder(path: string): HolderFile | null;
  /** Removes such a file. */
  letGo(path: string): void;
};

const APPEND: number = constants.O_WRONLY | constants.O_APPEND;

/** Conversations are private: nobody but their owner reads a new file. */
const OWNER_ONLY = 0o600;

const flushData = promisify(fdatasync);

/** The file system of Node.js. */
export const nodeDisk: Disk = {
  openAppend(path, create) {
    try {
      if (create) mkdirSync(dirname(path), { recursive: true });
      const flags = create ? APPEND | constants.O_CREAT : APPEND;
      return appendFile(openSync(path, flags, OWNER_ONLY));
    } catch (error) {
      if (!create && isMissing(error)) return null;
      throw error;
    }
  },

  async openRead(path) {
    const handle = await open(path, "r").catch(absent(null));
    if (handle === null) return null;
    const { size, dev, ino } = await handle.stat();
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

  async writeNew(path, chunks) {
    await using handle = await open(path, "wx", OWNER_ONLY);
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.datasync();
  },

  rename,

  async flushNames(directory) {
    const handle = await open(directory, "r").catch(() => null);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  },

  hold(path, text) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: "wx", mode: OWNER_ONLY });
      return true;
    } catch (error) {
      if (hasCode(error, "EEXIST")) return false;
      throw error;
    }
  },

  readHolder(path) {
    try {
      return { text: readFileSync(path, "utf8"), age: Date.now() - statSync(path).mtimeMs };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },

  letGo: (path) => rmSync(path, { force: true }),
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
