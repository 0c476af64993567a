import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStateStoreConformance } from "@cutpoint/conformance/vitest";
import { expect, test } from "vitest";
import { stateRigs } from "../../../tooling/subjects/src/state-stores.ts";
import { createJsonlStateStore } from "../src/jsonl-state-store.ts";

describeStateStoreConformance("the JSONL state store", stateRigs.jsonl);

test("a list does not fail if conversations are deleted meanwhile", async () => {
  const directory = await mkdtemp(join(tmpdir(), "states-"));
  await using store = createJsonlStateStore({ directory });
  const ids = Array.from({ length: 100 }, (_, place) => String(place));
  await Promise.all(ids.map((id) => store.save(id, "text")));
  await Promise.all([Array.fromAsync(store.list()), ...ids.map((id) => store.delete(id))]);
  expect(await Array.fromAsync(store.list())).toEqual([]);
  await rm(directory, { recursive: true });
});

test("a deletion during a save removes what was written, without an error", async () => {
  const directory = await mkdtemp(join(tmpdir(), "states-"));
  await using store = createJsonlStateStore({ directory });
  const saving = store.save("a", "x".repeat(50_000_000));
  while ((await readdir(directory)).length === 0);
  await store.delete("a");
  await saving;
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
});
