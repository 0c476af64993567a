import { fromStorableKey } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import type { Gate } from "./gate.ts";
import { prepared } from "./prepared.ts";

const PAGE = 1000;

type SessionRow = { readonly name: string; readonly id: string };

/** Gives the ids of all sessions, page by page, in the order of their names. */
export function createSessionLister(
  database: Database,
  schema: string,
  gate: Gate,
): () => AsyncGenerator<string> {
  const list = prepared(`
    SELECT name, id FROM ${schema}.sessions WHERE name > $1 ORDER BY name LIMIT ${PAGE}`);

  return async function* () {
    let after = "";
    for (;;) {
      const query = { ...list, values: [after] };
      const { rows } = await gate.pass(() => database.query<SessionRow>(query));
      for (const { name, id } of rows) {
        gate.assertUsable();
        yield fromStorableKey(id);
        after = name;
      }
      if (rows.length < PAGE) return;
    }
  };
}
