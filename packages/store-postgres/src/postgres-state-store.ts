import {
  fromStorableKey,
  type OpenStateStore,
  type StoredConversation,
  toStorableKey,
} from "@cutpoint/session/store";
import { escapeIdentifier } from "pg";
import { createDatabase } from "./database.ts";
import { indexKey } from "./index-key.ts";
import { createLifecycle } from "./lifecycle.ts";
import { migrate } from "./migrations.ts";
import { openPool } from "./open-pool.ts";
import { assertSchema, type PostgresStoreOptions } from "./options.ts";
import { prepare } from "./prepare.ts";

/**
 * Creates a store for the compaction states of adapters in a PostgreSQL database, for any number of processes and
 * machines. It uses the table `states` in the schema of `createPostgresStore`.
 *
 * @throws `invalid-input` if an option is invalid
 */
export function createPostgresStateStore(
  options: Omit<PostgresStoreOptions, "coldStorage">,
): OpenStateStore {
  const given = options as PostgresStoreOptions;
  const schemaName = assertSchema(given);
  const schema = escapeIdentifier(schemaName);
  const { pool, end } = openPool(given);
  const database = createDatabase(pool);
  const { close, run } = createLifecycle(() => migrate(database, schemaName));
  const table = `${schema}.states`;
  const find = prepare(`SELECT text FROM ${table} WHERE name = $1`);
  const save = prepare(`
    INSERT INTO ${table} (name, conversation, saved_at, text) VALUES ($1, $2, $3, $4)
    ON CONFLICT (name) DO UPDATE SET saved_at = excluded.saved_at, text = excluded.text`);
  const remove = prepare(`DELETE FROM ${table} WHERE name = $1`);
  const list = prepare(`SELECT conversation, saved_at FROM ${table}`);
  let disposal: Promise<void> | undefined;

  return {
    async find(conversationId) {
      const query = { ...find, values: [indexKey(conversationId)] };
      const { rows } = await run(() => database.query<{ readonly text: string }>(query));
      return rows[0]?.text ?? null;
    },
    async save(conversationId, text) {
      const id = toStorableKey(conversationId);
      const query = { ...save, values: [indexKey(conversationId), id, Date.now(), text] };
      await run(() => database.query(query));
    },
    async delete(conversationId) {
      const query = { ...remove, values: [indexKey(conversationId)] };
      return ((await run(() => database.query(query))).rowCount ?? 0) > 0;
    },
    async *list(): AsyncGenerator<StoredConversation> {
      type Row = { readonly conversation: string; readonly saved_at: string };
      for (const row of (await run(() => database.query<Row>(list))).rows)
        yield {
          conversationId: fromStorableKey(row.conversation),
          savedAt: Number(row.saved_at),
        };
    },
    async [Symbol.asyncDispose]() {
      disposal ??= close().then(end);
      await disposal;
    },
  };
}
