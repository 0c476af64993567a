import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import {
  createDisposalGuard,
  CutpointError,
  type OpenStateStore,
  type StoredConversation,
  wrapStoreError,
} from "@cutpoint/session/store";
import { folderMode, isMissing, nodeDisk, OWNER_ONLY } from "./disk.ts";
import { fileName } from "./file-name.ts";
import { removeLeftovers, replaceFile } from "./log-rewrite.ts";
import { checkOptions, type JsonlStoreOptions } from "./options.ts";

const STATES = /\.states\.json$/;

/** The content of a file. */
type StateFile = { readonly conversationId: string; readonly text: string };

type SavedFile = StateFile & Pick<StoredConversation, "savedAt">;

/**
 * Creates a store for the compaction states of adapters in a folder, with one file for each conversation. The folder may
 * be that of `createJsonlStore`.
 *
 * A save replaces the file, so a crash leaves the old states or the new ones.
 *
 * @throws `invalid-input` if an option is invalid
 */
export function createJsonlStateStore(
  options: Pick<JsonlStoreOptions, "directory" | "mode">,
): OpenStateStore {
  checkOptions(options);
  const { directory, mode = OWNER_ONLY } = options;
  const { assertOpen, close } = createDisposalGuard();
  const pathOf = (conversationId: string): string =>
    join(directory, fileName(conversationId).replace(/\.jsonl$/, ".states.json"));

  /** An open file has its content and its time also if it is deleted meanwhile. */
  async function read(path: string): Promise<SavedFile | null> {
    const handle = await open(path).catch((error: unknown) => {
      if (isMissing(error)) return null;
      return wrapStoreError("read", path)(error);
    });
    if (handle === null) return null;
    await using file = handle;
    const content = await file.readFile("utf8").catch(wrapStoreError("read", path));
    const { mtimeMs } = await file.stat().catch(wrapStoreError("read", path));
    try {
      return { ...(JSON.parse(content) as StateFile), savedAt: Math.floor(mtimeMs) };
    } catch (cause) {
      throw new CutpointError("corrupt-log", `${path} is no JSON: expected saved states`, {
        cause,
      });
    }
  }

  async function replace(path: string, content: StateFile): Promise<void> {
    await mkdir(directory, { recursive: true, mode: folderMode(mode) });
    await replaceFile(nodeDisk, path, chunkOf(content), mode).catch((error: unknown) => {
      if (!isDraftDeleted(error)) throw error;
    });
  }

  return {
    async find(conversationId) {
      assertOpen();
      return (await read(pathOf(conversationId)))?.text ?? null;
    },
    async save(conversationId, text) {
      assertOpen();
      const path = pathOf(conversationId);
      await replace(path, { conversationId, text }).catch(wrapStoreError("write to", path));
    },
    async delete(conversationId) {
      assertOpen();
      const path = pathOf(conversationId);
      // A process that was killed may have left a draft.
      await removeLeftovers(nodeDisk, path).catch(wrapStoreError("delete", path));
      return nodeDisk.remove(path).catch(wrapStoreError("delete", path));
    },
    async *list(): AsyncGenerator<StoredConversation> {
      assertOpen();
      const names = await nodeDisk.list(directory).catch(wrapStoreError("list", directory));
      for (const path of names
        .filter((name) => STATES.test(name))
        .map((name) => join(directory, name))) {
        const file = await read(path);
        if (file !== null) yield { conversationId: file.conversationId, savedAt: file.savedAt };
      }
    },
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}

/** A deletion at the same time removes the draft as well, and then nothing is to be stored. */
function isDraftDeleted(error: unknown): boolean {
  return isMissing(error) && error.syscall === "rename";
}

async function* chunkOf(content: StateFile): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(content)}\n`);
}
