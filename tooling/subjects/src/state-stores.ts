import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StateStoreLocation, StateStoreRig, Subject } from "@cutpoint/conformance";
import { createJsonlStateStore } from "@cutpoint/store-jsonl";
import { createMemoryStateStore } from "@cutpoint/store-memory";
import { createSqliteStateStore } from "@cutpoint/store-sqlite";

type Open = StateStoreLocation["open"];

/** Creates a location that is a folder. */
async function inFolder(
  openIn: (directory: string) => ReturnType<Open>,
): Promise<StateStoreLocation> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
  return {
    open: () => openIn(directory),
    async files() {
      const names = await readdir(directory);
      return Promise.all(names.map((name) => readFile(join(directory, name), "latin1")));
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

const memory: StateStoreRig = {
  durable: false,
  create: async () => ({
    open: async () => createMemoryStateStore(),
    files: async () => null,
    async [Symbol.asyncDispose]() {},
  }),
};

const jsonl: StateStoreRig = {
  durable: true,
  create: () => inFolder(async (directory) => createJsonlStateStore({ directory })),
};

const sqlite: StateStoreRig = {
  durable: true,
  create: () =>
    inFolder(async (directory) => createSqliteStateStore({ file: join(directory, "states.db") })),
};

/** The state stores that need no server. */
export const stateRigs: Readonly<Record<"memory" | "jsonl" | "sqlite", StateStoreRig>> = {
  memory,
  jsonl,
  sqlite,
};

export const subjects: readonly Subject[] = Object.entries(stateRigs).map(([name, rig]) => ({
  type: "state-store",
  name: `states of @cutpoint/store-${name}`,
  rig,
}));
