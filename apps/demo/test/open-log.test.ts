import { userMessage } from "@cutpoint/core";
import { startServer } from "@cutpoint/postgres-server";
import { createPostgresStore } from "@cutpoint/store-postgres";
import { afterAll, beforeAll, describe, expect, test, type TestContext, vi } from "vitest";
import { openLog, type SessionLog } from "../src/open-log.ts";
import type { Options } from "../src/options.ts";
import { runDemo } from "./demo-process.ts";
import { emptyFolders } from "./empty-folder.ts";

const emptyFolder = emptyFolders();

/** The options of a run with a PostgreSQL server. */
const options: Options = {
  windowTokens: 16_000,
  store: "postgres",
  summarizer: "extractive",
  json: true,
  resume: false,
  branches: false,
  html: false,
  help: false,
};

async function opened(changes: Partial<Options> = {}): Promise<SessionLog> {
  const log = await openLog({ ...options, ...changes });
  if (typeof log === "string") throw new Error(log);
  return log;
}

async function say({ store, sessionId }: SessionLog): Promise<void> {
  const entry = { id: "m", parentId: null, at: 0, message: userMessage("a") };
  await store.append(sessionId, [{ type: "message", ...entry }], { expectedHead: null });
}

test("an unreachable server is an error of the store", async () => {
  vi.stubEnv("CUTPOINT_POSTGRES", "postgresql://nobody@127.0.0.1:1/none");
  await using log = await opened();
  await expect(say(log)).rejects.toMatchObject({ code: "store-failed" });
});

describe("with a PostgreSQL server", { tags: ["long"] }, () => {
  let server: Awaited<ReturnType<typeof startServer>>;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(async () => {
    if (typeof server !== "string") await server[Symbol.asyncDispose]();
  });

  /** Starts the server of these tests. Without one, the test is skipped with the reason. */
  function connectionOf({ skip }: TestContext): string {
    if (typeof server === "string") skip(server);
    return typeof server === "string" ? "" : server.connectionString;
  }

  test("the demo runs on a PostgreSQL server, finds everything, and continues there", async (context) => {
    const connectionString = connectionOf(context);
    const env = { CUTPOINT_POSTGRES: connectionString };
    const cwd = await emptyFolder();
    const run = await runDemo(["--json", "--store", "postgres"], { cwd, env });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const report: unknown = JSON.parse(run.stdout);
    expect(report).toMatchObject({ refused: 0, findings: { asked: 8, found: 8 } });

    vi.stubEnv("CUTPOINT_POSTGRES", connectionString);
    await using log = await opened({ resume: true });
    expect(log.sessionId).toMatch(/^demo-\d+-\d+$/);
    expect(report).toMatchObject({ log: await log.where(log.sessionId) });
    expect(log.notice).toBeUndefined();
  });

  test("without a URL a server is started for the run, and a notice says so", async (context) => {
    connectionOf(context);
    vi.stubEnv("CUTPOINT_POSTGRES", "");
    const log = await opened();
    await say(log);
    expect(log.notice).toContain("for this run alone");
    expect(await log.where(log.sessionId)).toBeNull();
    await log[Symbol.asyncDispose]();
    await log[Symbol.asyncDispose]();
    expect(await openLog({ ...options, resume: true })).toContain("--resume: a server of this run");
  });

  test("an empty server has nothing to resume", async (context) => {
    const connectionString = connectionOf(context);
    await using store = createPostgresStore({ connectionString });
    for await (const sessionId of store.sessions()) await store.delete(sessionId);
    vi.stubEnv("CUTPOINT_POSTGRES", connectionString);
    expect(await openLog({ ...options, resume: true })).toContain("contains no log to continue");
  });
});
