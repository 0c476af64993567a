import { textOfKey } from "@cutpoint/core/store";
import type { Database } from "./database.ts";
import { prepared } from "./prepared.ts";

const PAGE = 1000;

/** Some of the sessions, and after which name the next ones come: `null` at the end. */
type SessionPage = { readonly ids: readonly string[]; readonly next: string | null };

/** Gives all sessions, page by page, in the order of their names. */
export type SessionLister = (after: string) => Promise<SessionPage>;

export function createSessionLister(database: Database, schema: string): SessionLister {
  const list = prepared(`
    SELECT name, id FROM ${schema}.sessions WHERE name > $1 ORDER BY name LIMIT ${PAGE}`);

  return async (after) => {
    const { rows } = await database.query<SessionRow>({ ...list, values: [after] });
    const last = rows.length === PAGE ? rows.at(-1) : undefined;
    return { ids: rows.map(({ id }) => textOfKey(id)), next: last?.name ?? null };
  };
}

type SessionRow = { readonly name: string; readonly id: string };
