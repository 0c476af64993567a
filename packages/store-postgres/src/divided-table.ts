import { backOff, CutpointError } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { isLockTimeout, isRolledBack } from "./errors.ts";
import type { PostgresClient, PostgresQuery } from "./pool.ts";

/**
 * How long a change of the tables waits for running statements, in ms. Later statements wait behind it. Then it is tried
 * again, up to the given number of times. Shorter than the second after which the server looks for deadlocks.
 */
const LOCK_TIMEOUT = 500;
const MAX_TRIES = 20;

/** The table as it was before, as the first partition. */
const UNDIVIDED = "entries_0";

/** The table of entries and its partitions. */
export type DividedTable = {
  /** Divides the table, if it is not divided. Returns the number of partitions besides the table as it was before. */
  readonly divide: (count: number) => Promise<number>;
  /** Drops the table as it was before, if it exists. @throws `corrupt-log` if it contains entries */
  readonly dropUndivided: () => Promise<void>;
};

export function createDividedTable(database: Database, schema: string): DividedTable {
  async function isDivided(client: Pick<Database, "query"> | PostgresClient): Promise<boolean> {
    const { rows } = await client.query({
      text: "SELECT FROM pg_catalog.pg_class WHERE oid = to_regclass($1) AND relkind = 'p'",
      values: [`${schema}.entries`],
    });
    return rows.length > 0;
  }

  /** Changes tables while no statement uses them. */
  async function change(work: (client: PostgresClient) => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction(async (client) => {
          await client.query({ text: `SET LOCAL lock_timeout = ${LOCK_TIMEOUT}` });
          await client.query({
            text: `LOCK TABLE ${schema}.sessions, ${schema}.entries IN ACCESS EXCLUSIVE MODE`,
          });
          await work(client);
        });
      } catch (error) {
        const isBlocked = isLockTimeout(error) || isRolledBack(error);
        if (!isBlocked || tries === MAX_TRIES) throw error;
        await backOff(tries);
      }
    }
  }

  /** Lets the server read the table without a lock now, instead of with one when it becomes a partition. */
  async function prove(): Promise<void> {
    const table = `ALTER TABLE ${schema}.entries`;
    await change(async (client) => {
      if (await isDivided(client)) return;
      await client.query({
        text: `${table} DROP CONSTRAINT IF EXISTS undivided,
          ADD CONSTRAINT undivided CHECK (partition = 0::smallint) NOT VALID`,
      });
    });
    await database.query({ text: `${table} VALIDATE CONSTRAINT undivided` });
  }

  async function readPartitions(): Promise<readonly string[]> {
    const { rows } = await database.query<{ readonly name: string }>({
      text: `
        SELECT relname AS name FROM pg_catalog.pg_inherits JOIN pg_catalog.pg_class ON oid = inhrelid
        WHERE inhparent = to_regclass($1)`,
      values: [`${schema}.entries`],
    });
    return rows.map(({ name }) => name);
  }

  return {
    async divide(count) {
      if (!(await isDivided(database))) {
        await prove();
        await change(async (client) => {
          if (await isDivided(client)) return;
          await client.query({ text: divideStatement(schema, count) });
          const { rows } = await client.query(rightsQuery(schema, count));
          for (const { text } of rows as readonly { readonly text: string }[])
            await client.query({ text });
        });
      }
      return (await readPartitions()).filter((name) => name !== UNDIVIDED).length;
    },

    async dropUndivided() {
      if (!(await readPartitions()).includes(UNDIVIDED)) return;
      const { rows } = await database.query({ text: `SELECT FROM ${schema}.${UNDIVIDED} LIMIT 1` });
      if (rows.length > 0) throw leftoverError(schema);
      await change(async (client) => {
        await client.query({ text: `DROP TABLE IF EXISTS ${schema}.${UNDIVIDED}` });
      });
    },
  };
}

function leftoverError(schema: string): CutpointError {
  return new CutpointError("corrupt-log", `${schema}.${UNDIVIDED} has entries without a session`);
}

function divideStatement(schema: string, count: number): string {
  const partitions = numbers(count).map(
    (number) => `
      CREATE TABLE ${schema}.entries_${number} PARTITION OF ${schema}.entries (
        PRIMARY KEY (session, place), UNIQUE (session, id)
      ) FOR VALUES IN (${number});`,
  );
  return `
    ALTER TABLE ${schema}.entries RENAME TO ${UNDIVIDED};
    CREATE TABLE ${schema}.entries (
      session bigint NOT NULL,
      place bigint NOT NULL,
      id text COLLATE "C" NOT NULL,
      body text,
      segment bigint,
      partition smallint NOT NULL
    ) PARTITION BY LIST (partition);
    ALTER TABLE ${schema}.entries ATTACH PARTITION ${schema}.${UNDIVIDED} FOR VALUES IN (0);
    ${partitions.join("")}
    ALTER TABLE ${schema}.sessions
      ALTER COLUMN partition SET DEFAULT 1 + floor(random() * ${count})::smallint;`;
}

/** Returns a query for statements that give the new tables the owner and the rights of the old one. */
function rightsQuery(schema: string, count: number): PostgresQuery {
  const entries = `${schema}.entries`;
  const partitions = numbers(count).map((number) => `${entries}_${number}`);
  return {
    text: `
      SELECT format('ALTER TABLE %s OWNER TO %s', name, relowner::regrole) AS text
      FROM pg_catalog.pg_class, unnest($2::text[]) AS name WHERE oid = to_regclass($1)
      UNION ALL
      SELECT format('GRANT %s ON %s TO %s', privilege_type, $3::text,
        CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
      FROM pg_catalog.pg_class, aclexplode(relacl) WHERE oid = to_regclass($1)`,
    values: [`${schema}.${UNDIVIDED}`, [entries, ...partitions], entries],
  };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
