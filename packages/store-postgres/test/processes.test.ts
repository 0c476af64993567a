import { startProcess } from "@cutpoint/conformance";
import { beforeEach, expect, test } from "vitest";
import { elsewhere, openPlace, skipWithoutServer } from "./postgres.ts";

beforeEach(skipWithoutServer);

const NAMES = ["one", "two", "three", "four"];

const APPENDS = 1000;

test(
  "four processes that append 1,000 entries each at once end with 4,000 on one path",
  { tags: ["long"] },
  async () => {
    await using place = openPlace();
    const processes = NAMES.map((name) =>
      startProcess(elsewhere(place), { name, batches: APPENDS }),
    );
    await Promise.all(processes.map(({ opened }) => opened));
    for (const other of processes) other.begin();
    for (const { ended } of processes) expect(await ended).toBeNull();
    await using store = place.open();
    const entries = await Array.fromAsync(store.read("session"));
    expect(entries).toHaveLength(NAMES.length * APPENDS);
    const parents = entries.map((entry) => entry.parentId);
    expect(parents).toEqual([null, ...entries.slice(0, -1).map((entry) => entry.id)]);
    for (const name of NAMES) {
      const own = entries.filter((entry) => entry.id.startsWith(`${name}-`));
      expect(own).toHaveLength(APPENDS);
    }
  },
);
