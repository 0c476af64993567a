import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";

/** Opens a store: `jsonl:<folder>`, `sqlite:<file>` or `postgresql://<address>`. */
export async function openStore(value: string): Promise<SessionStore> {
  if (/^postgres(?:ql)?:\/\//u.test(value)) {
    const { createPostgresStore } = await import("@cutpoint/store-postgres");
    return createPostgresStore({ connectionString: value, prepare: false });
  }
  const [, kind, place] = /^(jsonl|sqlite):(.+)$/su.exec(value) ?? [];
  if (place === undefined)
    throw new Error(
      `store is ${JSON.stringify(value)}: expected jsonl:<folder>, sqlite:<file> or postgresql://<address>`,
    );
  if (kind === "jsonl") return createJsonlStore({ directory: place });
  // Importing it prints a warning of Node, so only the commands that need it do.
  const { createSqliteStore } = await import("@cutpoint/store-sqlite");
  return createSqliteStore({ file: place });
}
