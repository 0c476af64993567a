import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readSession } from "@cutpoint/readers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readInput } from "../src/read-input.ts";

const EXPORTED = join(import.meta.dirname, "../../readers/test/fixtures/opencode.json");

type Exported = {
  readonly info: { readonly id: string; readonly [field: string]: unknown };
  readonly messages: readonly {
    readonly info: { readonly id: string };
    readonly parts: readonly object[];
  }[];
};

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-opencode-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a session into the tables that opencode 1.18 has. */
function store(
  path: string,
  { info, messages }: Exported,
  updated = 1,
  parent: string | null = null,
): void {
  using database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE IF NOT EXISTS session (id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, revert TEXT, time_updated INTEGER);
    CREATE TABLE IF NOT EXISTS message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE IF NOT EXISTS part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
  `);
  database
    .prepare("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)")
    .run(
      info.id,
      parent,
      String(info["directory"]),
      String(info["title"]),
      String(info["version"]),
      JSON.stringify(info["revert"] ?? null),
      updated,
    );
  for (const [place, message] of messages.entries()) {
    const { id, ...data } = message.info;
    database
      .prepare("INSERT INTO message VALUES (?, ?, ?, ?)")
      .run(id, info.id, place, JSON.stringify(data));
    for (const [index, part] of message.parts.entries())
      database
        .prepare("INSERT INTO part VALUES (?, ?, ?, ?)")
        .run(`prt_${place}_${index}`, id, info.id, JSON.stringify(part));
  }
}

const output = { printError: () => undefined };

test("the newest session of opencode's database is the one that opencode exports", async () => {
  const exported = JSON.parse(await readFile(EXPORTED, "utf8")) as Exported;
  const path = join(folder, "opencode.db");
  store(path, { info: { ...exported.info, id: "ses_0", title: "older" }, messages: [] }, 1);
  store(path, exported, 2);
  store(
    path,
    { info: { ...exported.info, id: "ses_2", title: "sub-agent" }, messages: [] },
    3,
    "ses_1",
  );
  expect(await readInput(path, output)).toEqual(await readSession(JSON.stringify(exported)));
  const chosen = await readInput(path, output, "ses_0");
  expect(chosen.threads[0]?.title).toBe("older");
  await expect(readInput(path, output, "ses_9")).rejects.toThrow(/has no session "ses_9"/);
});

test("a database of another program, an empty one and a damaged one are refused", async () => {
  const other = join(folder, "other.db");
  {
    using database = new DatabaseSync(other);
    database.exec("CREATE TABLE session (id TEXT)");
  }
  await expect(readInput(other, output)).rejects.toThrow(/SQLite database of another program/);
  const empty = join(folder, "empty.db");
  store(empty, { info: { id: "ses_1" }, messages: [] }, 1, "ses_0");
  await expect(readInput(empty, output)).rejects.toThrow(/has no session/);
  const damaged = join(folder, "damaged.db");
  await writeFile(damaged, "SQLite format 3\0 and nothing else");
  await expect(readInput(damaged, output)).rejects.toThrow(/not a database|malformed/);
});
