import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";

/** Opens the store that `--to` names: `jsonl:<folder>` or `sqlite:<file>`. */
export async function openStore(value: string): Promise<SessionStore> {
  const [, kind, place] = /^(jsonl|sqlite):(.+)$/su.exec(value) ?? [];
  if (place === undefined)
    throw new Error(`--to is ${JSON.stringify(value)}: expected jsonl:<folder> or sqlite:<file>`);
  if (kind === "jsonl") return createJsonlStore({ directory: place });
  // Importing it prints a warning of Node, so only the commands that need it do.
  const { createSqliteStore } = await import("@cutpoint/store-sqlite");
  return createSqliteStore({ file: place });
}
