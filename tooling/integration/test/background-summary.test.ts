import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startServer } from "@cutpoint/postgres-server";
import { expect, test } from "vitest";

const main = new URL("../../../examples/background-summary/turns.ts", import.meta.url).pathname;

test(
  "another process prepares a compaction that the turn applies or refuses",
  { tags: ["long"] },
  async ({ skip }) => {
    const server = await startServer();
    if (typeof server === "string") return skip(server);
    await using running = server;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=@cutpoint/source",
      main,
      running.connectionString,
    ]);
    expect(stdout).toMatch(
      /^Compacted to \d+ tokens, and 5 newer turns are kept\.\n.* not applied/,
    );
  },
);
