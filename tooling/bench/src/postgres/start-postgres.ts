import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The program by which the tests of the store get their server. */
const PROGRAM = fileURLToPath(
  new URL("../../../../packages/store-postgres/test/server/serve.ts", import.meta.url),
);

/** A PostgreSQL server that ends with its disposal or with this process. */
export type Postgres = AsyncDisposable & { readonly connectionString: string };

type Told = { readonly connectionString?: string; readonly missing?: string };

/** A sentence where no server can be started. */
export async function startPostgres(): Promise<Postgres | string> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const { connectionString, missing } = JSON.parse(line) as Told;
    if (connectionString === undefined) return missing ?? "no PostgreSQL server was started";
    return {
      connectionString,
      async [Symbol.asyncDispose]() {
        child.stdin.end();
        await ended;
      },
    };
  }
  return "the program that starts a PostgreSQL server ended without a word";
}
