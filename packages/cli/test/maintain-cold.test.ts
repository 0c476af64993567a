import { startServer } from "@cutpoint/postgres-server";
import { type S3Server, startS3 } from "@cutpoint/postgres-server/s3";
import type { SessionStore } from "@cutpoint/session";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openStore } from "../src/store-flag.ts";
import { countEntries, maintain, play, readView } from "./maintenance.ts";

type Place = AsyncDisposable & { readonly address: string; readonly s3: S3Server };

/** Starts PostgreSQL and an S3 server. Returns the reason if that is not possible. */
async function openPlace(): Promise<Place | string> {
  const server = await startServer();
  if (typeof server === "string") return server;
  const s3 = await startS3();
  return {
    address: server.connectionString,
    s3,
    async [Symbol.asyncDispose]() {
      await s3[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function readAll(store: SessionStore): Promise<unknown> {
  return Promise.all(
    ["one", "two", "three"].map(async (id) => [
      await Array.fromAsync(store.read(id)),
      await readView(store, id),
    ]),
  );
}

describe("maintain --move-compacted", () => {
  let place: Place | string;
  beforeAll(async () => {
    place = await openPlace();
    return async () => {
      if (typeof place !== "string") await place[Symbol.asyncDispose]();
    };
  });
  beforeEach(() => {
    if (typeof place === "string") return;
    vi.stubEnv("AWS_ACCESS_KEY_ID", place.s3.credentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", place.s3.credentials.secretAccessKey);
  });

  test("moves what is compacted, once, and later deletes it with its session", async ({ skip }) => {
    if (typeof place === "string") return skip(place);
    const { address, s3 } = place;
    await using store = await openStore(address, s3.bucket);
    for (const id of ["one", "two", "three"]) await play(store, id, 100);
    const before = await readAll(store);
    const policy = [address, "--move-compacted", "--bucket", s3.bucket];

    const planned = await maintain(...policy, "--dry-run");
    expect(await s3.objects()).toEqual([]);

    const done = await maintain(...policy, "--pause", "1");
    expect(done.code).toBe(0);
    expect(done.receipt.changed).toEqual(planned.receipt.changed);
    expect(done.receipt.changed.map(({ type }) => type)).toEqual(["moved", "moved", "moved"]);
    expect(await s3.objects()).toHaveLength(3);
    expect(await readAll(store)).toEqual(before);

    const again = await maintain(...policy);
    expect(again.receipt).toMatchObject({ sessions: 3, changed: [], failed: [] });

    const without = await maintain(address, "--delete-after", "90");
    expect(without.code).toBe(1);
    expect(without.receipt.failed).toHaveLength(3);
    const deleted = await maintain(address, "--delete-after", "90", "--bucket", s3.bucket);
    expect(deleted.receipt.changed).toHaveLength(3);
    expect(await s3.objects()).toEqual([]);
    expect(await countEntries(store, "one")).toBe(0);
  });

  test("fails during an outage, and moves everything when it runs again", async ({ skip }) => {
    if (typeof place === "string") return skip(place);
    const { address, s3 } = place;
    await using store = await openStore(address, s3.bucket);
    for (let number = 0; number < 12; number += 1) await play(store, `${number}`, 1);
    const policy = [address, "--move-compacted", "--bucket", s3.bucket];
    await s3.stop();
    const failed = await maintain(...policy);
    expect(failed.code).toBe(1);
    expect(failed.receipt).toMatchObject({ sessions: 10, changed: [] });
    expect(failed.receipt.failed).toHaveLength(10);
    expect(failed.errors.at(-1)).toContain("10 sessions in a row failed");
    await s3.restart();
    const done = await maintain(...policy);
    expect(done.receipt).toMatchObject({ sessions: 12, failed: [] });
    expect(done.receipt.changed).toHaveLength(12);
    expect(await s3.objects()).toHaveLength(12);
  });
});
