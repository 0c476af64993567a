import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crashRounds } from "@cutpoint/conformance";
import { isCutpointError, userMessage } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";
import { describe, expect, test } from "vitest";
import { createSqliteStore } from "../src/sqlite-store.ts";
import { sqliteRig } from "./sqlite-rig.ts";

const SESSION = "session";

/** For tests that start processes, in ms. */
const LONG = 120_000;

function place(): Disposable & { readonly file: string } {
  const directory = mkdtempSync(join(tmpdir(), "cutpoint-"));
  return {
    file: join(directory, "log.db"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}

function message(id: string, parentId: string | null = null, text = `text of ${id}`): Entry {
  return { type: "message", id, parentId, at: 1, message: userMessage(text) };
}

async function ids(store: SessionStore): Promise<readonly string[]> {
  return Array.fromAsync(store.read(SESSION), (entry) => entry.id);
}

async function errorOf(act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    return error;
  }
}

test.each([undefined, null, "log.db"])("the options %j are rejected", async (options) => {
  const refusal = await errorOf(() => createSqliteStore(options as never));
  expect(isCutpointError(refusal, "invalid-input"), String(refusal)).toBe(true);
  expect(String(refusal)).toContain(
    `options is ${JSON.stringify(options)}: expected an object with a file`,
  );
});

describe("the file", () => {
  test("a database of another program or of a newer release is rejected", async () => {
    using at = place();
    const other = new DatabaseSync(at.file);
    other.exec("CREATE TABLE shopping (item TEXT)");
    const refusal = await errorOf(() => createSqliteStore(at));
    expect(isCutpointError(refusal, "invalid-input"), String(refusal)).toBe(true);
    other.exec("DROP TABLE shopping");
    await createSqliteStore(at)[Symbol.asyncDispose]();
    other.exec("UPDATE cutpoint_schema SET version = 99");
    other.close();
    const newer = await errorOf(() => createSqliteStore(at));
    expect(isCutpointError(newer, "unsupported-version"), String(newer)).toBe(true);
  });

  test("only its owner may read it", async () => {
    using at = place();
    await using _ = createSqliteStore(at);
    const { mode } = statSync(at.file);
    expect(mode & 0o077).toBe(process.platform === "win32" ? mode & 0o077 : 0);
  });

  test.each([
    [{ file: "" }, 'file is ""'],
    [{ file: ":memory:" }, "store-memory"],
    [{ file: "x", durability: "often" as never }, 'durability is "often"'],
    [{ file: "x", busyTimeoutMs: -1 }, "busyTimeoutMs is -1"],
  ])("%j is rejected", (options, message) => {
    expect(() => createSqliteStore(options)).toThrow(message);
  });

  test("an unreadable row throws corrupt-log, and other rows are read", async () => {
    using at = place();
    await using store = createSqliteStore(at);
    await store.append(SESSION, [message("a"), message("b", "a")], { expectedHead: null });
    const other = new DatabaseSync(at.file);
    other.exec("UPDATE cutpoint_entries SET body = '}' WHERE id = 'a'");
    other.close();
    const error = await errorOf(() => ids(store));
    expect(isCutpointError(error, "corrupt-log"), String(error)).toBe(true);
    await store.append(SESSION, [message("c", "b")], { expectedHead: "b" });
    expect((await store.search(SESSION, "text of")).length).toBe(2);
  });
});

describe("writers", () => {
  test("a stored id is rejected even if the expected head matches", async () => {
    using at = place();
    await using store = createSqliteStore(at);
    await store.append(SESSION, [message("a"), message("b", "a")], { expectedHead: null });
    for (const batch of [[message("a", "b")], [message("c", "b"), message("a", "c")]]) {
      const error = await errorOf(() => store.append(SESSION, batch, { expectedHead: "b" }));
      expect(isCutpointError(error, "duplicate-id"), String(error)).toBe(true);
    }
    expect(await ids(store)).toEqual(["a", "b"]);
  });

  test("a writer that waits longer than the timeout throws store-failed and writes nothing", async () => {
    using at = place();
    await using store = createSqliteStore({ ...at, busyTimeoutMs: 10 });
    await store.append(SESSION, [message("a")], { expectedHead: null });
    const other = new DatabaseSync(at.file);
    other.exec("BEGIN IMMEDIATE");
    const error = await errorOf(() =>
      store.append(SESSION, [message("b", "a")], { expectedHead: "a" }),
    );
    expect(isCutpointError(error, "store-failed"), String(error)).toBe(true);
    expect(isCutpointError(error) && error.retryable).toBe(true);
    other.exec("ROLLBACK");
    other.close();
    await store.append(SESSION, [message("b", "a")], { expectedHead: "a" });
    expect(await ids(store)).toEqual(["a", "b"]);
  });

  test("a rejected append does not affect the other appends of its flush", async () => {
    using at = place();
    await using store = createSqliteStore({ ...at, durability: "batch" });
    await store.append(SESSION, [message("a")], { expectedHead: null });
    const outcomes = await Promise.allSettled([
      store.append(SESSION, [message("b", "a")], { expectedHead: "a" }),
      store.append(SESSION, [message("x", "b"), message("a", "x")], { expectedHead: "b" }),
      store.append(SESSION, [message("y")], { expectedHead: "a" }),
      store.append(SESSION, [message("c", "b")], { expectedHead: "b" }),
    ]);
    const answers = outcomes.map((each) =>
      each.status === "rejected" ? "refused" : each.value.type,
    );
    expect(answers).toEqual(["appended", "refused", "conflict", "appended"]);
    expect(await ids(store)).toEqual(["a", "b", "c"]);
  });

  test(
    "15 kills of a writer lose no acknowledged entry",
    { tags: ["long"], timeout: LONG },
    async () => {
      const { acknowledged } = await crashRounds(sqliteRig({ durability: "batch" }), 15);
      expect(acknowledged).toBeGreaterThan(0);
    },
  );
});

describe("recall", () => {
  test("words are indexed after a turn ends, not during it", async () => {
    using at = place();
    await using store = createSqliteStore(at);
    const indexed = (): number => {
      using other = new DatabaseSync(at.file);
      return Number(other.prepare("SELECT indexed FROM cutpoint_progress").get()?.["indexed"]);
    };
    const answer: Entry = {
      type: "message",
      id: "a",
      parentId: null,
      at: 1,
      message: { role: "assistant", parts: [] },
    };
    await store.append(SESSION, [answer], { expectedHead: null });
    await new Promise((resolve) => setImmediate(resolve));
    expect(indexed()).toBe(0);
    await store.append(SESSION, [message("b", "a")], { expectedHead: "a" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(indexed()).toBe(2);
  });

  test("entries that two processes index are found only once", async () => {
    using at = place();
    await using one = createSqliteStore(at);
    await using other = createSqliteStore(at);
    let head: string | null = null;
    for (let index = 0; index < 600; index += 1) {
      const id = `id-${index}`;
      await (index % 2 === 0 ? one : other).append(SESSION, [message(id, head, "needle")], {
        expectedHead: head,
      });
      head = id;
    }
    const [left, right] = await Promise.all(
      [one, other].map((store) => store.search(SESSION, "needle", { limit: 1000 })),
    );
    expect(left).toHaveLength(600);
    expect(right).toHaveLength(600);
  });
});
