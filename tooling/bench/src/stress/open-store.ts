import type { SessionStore } from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";

/** What a store is opened with, as another process is told. */
export type Opening = {
  readonly kind: "jsonl" | "sqlite";
  readonly directory: string;
  readonly durability: "none" | "batch" | "always";
};

export function open({ kind, directory, durability }: Opening): SessionStore {
  return kind === "jsonl"
    ? createJsonlStore({ directory, durability })
    : createSqliteStore({ file: `${directory}/log.db`, durability });
}

/** How another process opens a place. */
export async function openStore(argument: string): Promise<SessionStore> {
  return open(JSON.parse(argument) as Opening);
}
