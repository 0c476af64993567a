import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { userMessage } from "@cutpoint/core";
import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../src/command.ts";

let folder = "";

/** Fills a store with the sessions "older" and "newer". */
async function fill(store: SessionStore & AsyncDisposable): Promise<void> {
  await using filled = store;
  for (const [at, sessionId] of ["older", "newer"].entries())
    await filled.append(
      sessionId,
      [
        {
          type: "message",
          id: `${sessionId}-1`,
          parentId: null,
          at,
          message: userMessage(`text of ${sessionId}`),
        },
      ],
      { expectedHead: null },
    );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-stores-"));
  await fill(createSqliteStore({ file: join(folder, "agents.db") }));
  await fill(createJsonlStore({ directory: join(folder, "logs") }));
});

afterAll(() => rm(folder, { recursive: true }));

async function run(...values: string[]): Promise<readonly [number, string, string]> {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(values, {
    print: (line) => out.push(line),
    printError: (line) => errors.push(line),
  });
  return [code, out.join("\n"), errors.join("\n")];
}

const ADDRESSES = {
  "sqlite:": () => `sqlite:${join(folder, "agents.db")}`,
  "a plain path": () => join(folder, "agents.db"),
  "jsonl:": () => `jsonl:${join(folder, "logs")}`,
};

describe.each(Object.entries(ADDRESSES))("a store by %s", (_, address) => {
  test("inspect prints the table of the newest session, and names the choice", async () => {
    const [code, out, errors] = await run("inspect", address());
    expect(code).toBe(0);
    expect(out).toContain("Cutpoint (cutpoint)\n\nnewer\n");
    expect(errors).toBe("newer: the newest of 2 sessions; choose with --session <id>");
  });

  test.each([
    ["compact", "--budget", "1000"],
    ["handoff", "--to", "markdown"],
    ["export", "--format", "chat"],
  ])("%s reads the chosen session", async (command, ...flags) => {
    const [code, out] = await run(command, address(), ...flags, "--session", "older");
    expect(code).toBe(0);
    expect(out).toContain("text of older");
    expect(out).not.toContain("text of newer");
  });

  test("an unknown session is refused", async () => {
    const [code, , errors] = await run("inspect", address(), "--session", "none");
    expect([code, errors]).toEqual([2, expect.stringContaining('--session is "none": expected')]);
  });
});

test.each([
  [() => `sqlite:${join(folder, "none.db")}`, "expected an SQLite database that exists"],
  [() => `jsonl:${join(folder, "none")}`, "expected a folder that exists"],
])("a store that does not exist is refused", async (address, expected) => {
  const [code, , errors] = await run("inspect", address());
  expect([code, errors]).toEqual([2, expect.stringContaining(expected)]);
});
