import type { PostgresStoreOptions } from "../src/options.ts";
import { createPostgresStore } from "../src/postgres-store.ts";

/** Divides the table of a store and prints a line for each session. The argument is the store's options as JSON. */
const store = createPostgresStore(JSON.parse(process.argv[2] ?? "") as PostgresStoreOptions);
await store.partition(4, {
  pause: 10,
  onProgress: (sessions) => process.stdout.write(`${sessions}\n`),
});
await store[Symbol.asyncDispose]();
