import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createPostgresStore } from "@cutpoint/store-postgres";
import { createSqliteStore } from "@cutpoint/store-sqlite";

/** The arguments of another process. */
export type Opening =
  | {
      readonly kind: "jsonl" | "sqlite";
      readonly directory: string;
      readonly durability: "none" | "batch" | "always";
    }
  | { readonly kind: "postgres"; readonly connectionString: string; readonly schema: string };

export function open(opening: Opening): SessionStore {
  switch (opening.kind) {
    case "jsonl":
      return createJsonlStore(opening);
    case "sqlite":
      return createSqliteStore({
        file: `${opening.directory}/log.db`,
        durability: opening.durability,
      });
    case "postgres":
      return createPostgresStore(opening);
  }
}

/** Opens the store of a JSON argument. */
export async function openStore(argument: string): Promise<SessionStore> {
  return open(JSON.parse(argument) as Opening);
}
