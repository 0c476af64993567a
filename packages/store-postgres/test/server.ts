import type { TestProject } from "vitest/node";
import { startServer } from "@cutpoint/postgres-server";

declare module "vitest" {
  interface ProvidedContext {
    /** The connection string of the PostgreSQL server of the tests, or the reason why there is none. */
    readonly postgres: { readonly connectionString: string } | { readonly missing: string };
  }
}

/** Starts one server for all test files. Each test uses its own schema. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  if (typeof server === "string") {
    console.warn(`The tests of store-postgres are skipped: ${server}.`);
    project.provide("postgres", { missing: server });
    return async () => {};
  }
  project.provide("postgres", { connectionString: server.connectionString });
  return async () => {
    await server[Symbol.asyncDispose]();
  };
}
