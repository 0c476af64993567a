import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { userMessage } from "@cutpoint/core";
import { type Entry, eraseEntries } from "@cutpoint/session";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { createConnectionDriver, createDriverStore } from "../src/drivers.ts";
import { driverRig } from "./driver-rig.ts";
import type { DriverLocation } from "./open-driver-store.ts";

const libraries = ["better-sqlite3", "libsql", "@libsql/client"] as const;

test.each(libraries)("erased and deleted words are in no file of %s", async (library) => {
  await using place = await driverRig(library).create();
  await using store = await place.open();
  const message = userMessage("the xylophone is here");
  const entry = { type: "message", id: "a", parentId: null, at: 1, message } as const;
  await store.append("s", [entry], { expectedHead: null });
  await store.append("s", [{ ...entry, id: "b", parentId: "a" }], { expectedHead: "a" });
  expect(await store.search("s", "xylophone")).toHaveLength(2);
  await eraseEntries(store, "s", ["a", "b"]);
  const other = { ...entry, message: userMessage("the glockenspiel is here") };
  await store.append("t", [other], { expectedHead: null });
  expect(await store.search("t", "glockenspiel")).toHaveLength(1);
  await store.delete("t");
  const { file } = JSON.parse(place.processEntry?.argument ?? "") as DriverLocation;
  for (const name of readdirSync(dirname(file)))
    for (const word of ["xylophone", "glockenspiel"])
      expect(readFileSync(join(dirname(file), name)).includes(word), name).toBe(false);
});

test("the database may have tables and a version of the app, and stays open", async () => {
  const connection = new BetterSqlite3(":memory:");
  connection.exec("CREATE TABLE entries (note TEXT); PRAGMA user_version = 7");
  {
    await using store = createDriverStore(createConnectionDriver(connection));
    const entry = { type: "message", id: "a", parentId: null, at: 1, message: userMessage("a") };
    await store.append("s", [entry as Entry], { expectedHead: null });
  }
  await using again = createDriverStore(createConnectionDriver(connection));
  expect(await Array.fromAsync(again.sessions())).toEqual(["s"]);
  expect(connection.pragma("user_version", { simple: true })).toBe(7);
  expect(connection.prepare("SELECT * FROM entries").all()).toEqual([]);
});

describe.each(libraries)("%s", (library) => {
  const rig = driverRig(library);
  // The other drivers differ in few lines. The one with promises and the one of tooling/workerd run in each test.
  const tags = library === "@libsql/client" ? [] : ["long"];
  describe("a log", { tags: ["long"] }, () => {
    describeStoreConformance(library, rig);
  });
  describe("the rest", { tags }, () => {
    describeSearchConformance(library, rig);
    describeEvictConformance(library, rig);
    describeEraseConformance(library, rig);
  });
});
