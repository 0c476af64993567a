import type { Cold } from "./cold.ts";
import { indexKey } from "./index-key.ts";
import type { PostgresClient } from "./pool.ts";
import type { Bodies } from "./segment.ts";

type Segment = { readonly key: string; readonly object: string; readonly last: string };

/**
 * @param fetch reads an object
 * @param assertStorage throws if no object could be deleted
 */
export function createSegmentRemoval(
  schema: string,
  fetch: (object: string) => Promise<Bodies>,
  assertStorage: () => void,
): Pick<Cold, "restore" | "discard"> {
  async function forget(client: PostgresClient, segments: readonly Segment[]): Promise<void> {
    if (segments.length === 0) return;
    assertStorage();
    await client.query({
      text: `
        WITH gone AS (DELETE FROM ${schema}.segments WHERE key = ANY ($1::bigint[]) RETURNING object)
        INSERT INTO ${schema}.unused_objects SELECT object FROM gone`,
      values: [segments.map(({ key }) => key)],
    });
  }

  async function moveBack(
    client: PostgresClient,
    session: string,
    segments: readonly Segment[],
  ): Promise<void> {
    for (const { key, object } of segments) {
      const bodies = await fetch(object);
      await client.query({
        text: `
          UPDATE ${schema}.entries SET body = given.body, segment = NULL
          FROM unnest($3::bigint[], $4::text[]) AS given (place, body)
          WHERE session = $1 AND segment = $2 AND entries.place = given.place`,
        values: [session, key, [...bodies.keys()], [...bodies.values()]],
      });
    }
    await forget(client, segments);
  }

  return {
    async restore(client, session, ids) {
      const { rows } = await client.query({
        text: `
          SELECT key, object, last FROM ${schema}.segments WHERE key IN (
            SELECT segment FROM ${schema}.entries WHERE session = $1 AND id = ANY ($2::text[]))`,
        values: [session, ids.map(indexKey)],
      });
      await moveBack(client, session, rows as readonly Segment[]);
    },

    async discard(client, session, before) {
      const { rows } = await client.query({
        text: `
          SELECT key, object, last FROM ${schema}.segments
          WHERE session = $1 AND ($2::bigint IS NULL OR first <= $2)`,
        values: [session, before],
      });
      const segments = rows as readonly Segment[];
      const isOld = ({ last }: Segment): boolean =>
        before === null || BigInt(last) < BigInt(before);
      await moveBack(
        client,
        session,
        segments.filter((each) => !isOld(each)),
      );
      await forget(client, segments.filter(isOld));
    },
  };
}
