import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreRig } from "@cutpoint/conformance";
import type { SqliteStore } from "../src/create-store.ts";
import { type DriverLocation, openStore } from "./open-driver-store.ts";

/** Creates a separate database file for each location, and opens it with a library. */
export function driverRig(library: DriverLocation["library"]): StoreRig<SqliteStore> {
  return {
    kind: "shared",
    async create() {
      const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
      const argument = JSON.stringify({ library, file: join(directory, "log.db") });
      return {
        open: () => openStore(argument),
        processEntry: {
          module: new URL("./open-driver-store.ts", import.meta.url).href,
          argument,
          flags: ["--conditions=@cutpoint/source"],
        },
        [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
      };
    },
  };
}
