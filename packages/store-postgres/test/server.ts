import type { TestProject } from "vitest/node";
import { startServer } from "@cutpoint/postgres-server";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests' PostgreSQL server is, or why there is none. */
    readonly postgres: { readonly connectionString: string } | { readonly missing: string };
  }
}

/** One server for all test files, which keep apart by schemas of their own. */
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
