import type { PostgresPool } from "@cutpoint/store-postgres";
import type { Pool } from "pg";

/** A pool that counts the statements it sends. Each is one round trip. */
export function countRoundTrips(pool: Pool): PostgresPool & { readonly roundTrips: () => number } {
  let count = 0;
  return {
    roundTrips: () => count,
    async connect() {
      const client = await pool.connect();
      return {
        query(query) {
          count += 1;
          return client.query({ ...query });
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
      };
    },
  };
}
