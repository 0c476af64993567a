import { fromStorableKey } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { prepare } from "./prepare.ts";

const PAGE = 1000;

type SessionRow = { readonly name: string; readonly id: string };

/** Returns a function that yields the ids of all sessions, page by page. */
export function createSessionLister(
  database: Database,
  schema: string,
  lifecycle: Lifecycle,
): () => AsyncGenerator<string> {
  const list = prepare(`
    SELECT name, id FROM ${schema}.sessions WHERE name > $1 ORDER BY name LIMIT ${PAGE}`);

  return async function* () {
    let after = "";
    for (;;) {
      const query = { ...list, values: [after] };
      const { rows } = await lifecycle.run(() => database.query<SessionRow>(query));
      for (const { name, id } of rows) {
        lifecycle.assertOpen();
        yield fromStorableKey(id);
        after = name;
      }
      if (rows.length < PAGE) return;
    }
  };
}
