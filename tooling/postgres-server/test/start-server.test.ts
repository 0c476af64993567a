import { existsSync } from "node:fs";
import { startServer } from "../src/start-server.ts";
import { Client } from "pg";
import { expect, test } from "vitest";

async function query(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows as readonly unknown[];
  } finally {
    await client.end();
  }
}

test(
  "a server keeps its data after a crash and leaves no files behind",
  { tags: ["long"] },
  async ({ skip }) => {
    const server = await startServer();
    if (typeof server === "string") return skip(server);
    const { connectionString } = server;
    const folder = new URL(connectionString).searchParams.get("host") ?? "";
    try {
      await query(connectionString, "CREATE TABLE kept AS SELECT 1 AS number");
      await server.crashAndRestart();
      expect(await query(connectionString, "SELECT number FROM kept")).toEqual([{ number: 1 }]);
      expect(existsSync(folder)).toBe(true);
    } finally {
      await server[Symbol.asyncDispose]();
    }
    await server[Symbol.asyncDispose]();
    expect(existsSync(folder)).toBe(false);
  },
);
