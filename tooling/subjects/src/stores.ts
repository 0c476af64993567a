import type { StoreRig, Subject } from "@cutpoint/conformance";
import { createMemoryStore } from "@cutpoint/store-memory";
import { jsonlRig } from "../../../packages/store-jsonl/test/jsonl-rig.ts";
import { sqliteRig } from "../../../packages/store-sqlite/test/sqlite-rig.ts";
import { postgresRig } from "./postgres-rig.ts";

/** URL of a PostgreSQL server. Without it, that store is skipped with a note. */
const connectionString = process.env["CUTPOINT_POSTGRES"] ?? "";

const memory: StoreRig = {
  kind: "volatile",
  create: async () => ({
    open: async () => createMemoryStore(),
    [Symbol.asyncDispose]: async () => {},
  }),
};

const jsonl = jsonlRig();
const sqlite = sqliteRig();

const MORE = ["evictable-store", "erasable-store"] as const;

export const subjects: readonly Subject[] = [
  { type: "store", name: "@cutpoint/store-memory", rig: memory },
  { type: "store", name: "@cutpoint/store-jsonl", rig: jsonl },
  ...MORE.map((type): Subject => ({ type, name: "@cutpoint/store-jsonl", rig: jsonl })),
  { type: "store", name: "@cutpoint/store-sqlite", rig: sqlite },
  { type: "searchable-store", name: "@cutpoint/store-sqlite", rig: sqlite },
  ...MORE.map((type): Subject => ({ type, name: "@cutpoint/store-sqlite", rig: sqlite })),
  ...(connectionString === "" ? [] : postgresSubjects()),
];

if (connectionString === "")
  console.log("@cutpoint/store-postgres is left out: CUTPOINT_POSTGRES names no server\n");

function postgresSubjects(): readonly Subject[] {
  const name = "@cutpoint/store-postgres";
  const rig = postgresRig(connectionString);
  return [
    { type: "store", name, rig },
    { type: "searchable-store", name, rig },
    ...MORE.map((type): Subject => ({ type, name, rig })),
  ];
}
