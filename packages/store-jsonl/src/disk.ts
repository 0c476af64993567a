import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from "node:fs";
import { open, readdir, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** A file that is only ever appended to. Its calls do not wait, so nothing comes between looking and writing. */
export type AppendFile = {
  /** Bytes in the file; `null` once it has been deleted. */
  size(): number | null;
  /** Appends in one call to the system and tells how many bytes of it arrived. */
  write(text: string): number;
  close(): void;
};

/** A file as it was when it was opened. */
export type ReadFile = AsyncDisposable & {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
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
};

const APPEND: number = constants.O_WRONLY | constants.O_APPEND;

/** Conversations are private: nobody but their owner reads a new file. */
const OWNER_ONLY = 0o600;

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
    const { size } = await handle.stat();
    return {
      size,
      async read(position, length) {
        const block = Buffer.allocUnsafe(length);
        let filled = 0;
        while (filled < length) {
          const missing = length - filled;
          const { bytesRead } = await handle.read(block, filled, missing, position + filled);
          if (bytesRead === 0)
            throw new Error("the file is shorter than it was when it was opened");
          filled += bytesRead;
        }
        return block;
      },
      [Symbol.asyncDispose]: () => handle.close(),
    };
  },

  remove: (path) => rm(path).then(() => true, absent(false)),

  list: (directory) => readdir(directory).catch(absent([])),
};

function appendFile(descriptor: number): AppendFile {
  return {
    size() {
      const { nlink, size } = fstatSync(descriptor);
      return nlink === 0 ? null : size;
    },
    write: (text) => writeSync(descriptor, text),
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
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
