import type { Database } from "./database.ts";
import type { ObjectStorage } from "./object-storage.ts";

/** Returns a function that deletes the objects that no segment uses, one after the other. */
export function createSweep(
  database: Database,
  schema: string,
  storage: ObjectStorage | null,
): () => Promise<void> {
  return async () => {
    if (storage === null) return;
    // A move holds the lock of its object until it ends.
    while (
      await database.transaction(async (client) => {
        const { rows } = await client.query({
          text: `SELECT object FROM ${schema}.unused_objects LIMIT 1 FOR UPDATE SKIP LOCKED`,
        });
        const [unused] = rows as readonly { readonly object: string }[];
        if (unused === undefined) return false;
        await storage.delete(unused.object);
        const text = `DELETE FROM ${schema}.unused_objects WHERE object = $1`;
        await client.query({ text, values: [unused.object] });
        return true;
      })
    );
  };
}
