import { eraseCases, evictCases, searchCases, storeCases } from "@cutpoint/conformance";
import { startWorker, type Worker } from "@cutpoint/workerd";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Cases beyond the limits of a worker: it starts no process, and no value may have more than 2 MB. */
const BEYOND_LIMITS = [
  "processes-in-turn",
  "processes-race",
  "killed-while-writing",
  "content-large",
];

/** Cases with thousands of calls. */
const LONG = ["model", "content-many"];

const cases = [...storeCases, ...searchCases, ...evictCases, ...eraseCases].filter(
  ({ id }) => !BEYOND_LIMITS.includes(id),
);

let worker: Worker;

beforeAll(async () => {
  worker = await startWorker({
    entry: new URL("./conformance-worker.ts", import.meta.url),
    // The cases use node:assert. The agent of agent.test.ts runs without it.
    nodeCompatibility: true,
    durableObjects: { OBJECT: "CaseObject" },
    d1Databases: ["DATABASE"],
  });
});

afterAll(() => worker[Symbol.asyncDispose]());

describe("the SQLite store over a Durable Object", () => {
  for (const { id, promise } of cases)
    test(`${id}: ${promise}`, { tags: LONG.includes(id) ? ["long"] : [] }, async () => {
      expect(await worker.request(`/durable-object/${id}`)).toBe("");
    });
});

describe("the SQLite store over D1", { tags: ["long"] }, () => {
  test.each(cases)("$id: $promise", async ({ id }) => {
    expect(await worker.request(`/d1/${id}`)).toBe("");
  });
});

test("concurrent transactions of D1 are all committed", async () => {
  const response = await worker.request("/d1/concurrent-transactions");
  expect(JSON.parse(response)).toEqual([Array.from({ length: 23 }, () => true), ["session 23"]]);
});

test.each(["durable-object", "d1"])("%s rejects a value above 2 MB", async (driver) => {
  expect(await worker.request(`/${driver}/content-large`)).toContain("SQLITE_TOOBIG");
});
