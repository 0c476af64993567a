import { stat } from "node:fs/promises";
import { invalidInput } from "@cutpoint/core/kit";
import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import type { ObjectStorage, PostgresStore } from "@cutpoint/store-postgres";
import { isDatabase } from "./sqlite-file.ts";

const LOCAL = /^(jsonl|sqlite):(.+)$/su;

/** A store. Those in PostgreSQL can move entries to object storage. */
export type AnyStore = SessionStore & Partial<Pick<PostgresStore, "moveToCold">>;

/**
 * Opens a store: `jsonl:<folder>`, `sqlite:<file>` or `postgresql://<address>`.
 *
 * @param bucket the address of the bucket with moved entries
 */
export async function openStore(value: string, bucket?: string): Promise<AnyStore> {
  if (isPostgres(value)) {
    const { createPostgresStore } = await import("@cutpoint/store-postgres");
    const coldStorage = bucket === undefined ? {} : { coldStorage: await openBucket(bucket) };
    return createPostgresStore({ connectionString: value, prepare: false, ...coldStorage });
  }
  const { kind, place } = parseLocal(value, bucket);
  if (kind === "jsonl") return createJsonlStore({ directory: place });
  // Importing it prints a warning of Node, so only the commands that need it do.
  const { createSqliteStore } = await import("@cutpoint/store-sqlite");
  return createSqliteStore({ file: place });
}

/**
 * Opens a store as {@link openStore} does, but creates no folder or file.
 *
 * @throws if the folder or the file is missing or is not a store
 */
export async function openExistingStore(value: string, bucket?: string): Promise<AnyStore> {
  if (!isPostgres(value)) await assertExists(value, parseLocal(value, bucket));
  return openStore(value, bucket);
}

/** Whether a value has the form of a store's address. */
export function isStoreAddress(value: string): boolean {
  return isPostgres(value) || LOCAL.test(value);
}

function isPostgres(value: string): boolean {
  return /^postgres(?:ql)?:\/\//u.test(value);
}

/** A store in a folder or a file. */
type LocalStore = { readonly kind: string; readonly place: string };

function parseLocal(value: string, bucket: string | undefined): LocalStore {
  const [, kind, place] = LOCAL.exec(value) ?? [];
  if (kind === undefined || place === undefined)
    throw invalidInput(
      "store",
      value,
      "expected jsonl:<folder>, sqlite:<file> or postgresql://<address>",
    );
  if (bucket !== undefined)
    throw new Error("--bucket is given: expected a store in postgresql://<address>");
  return { kind, place };
}

async function assertExists(value: string, { kind, place }: LocalStore): Promise<void> {
  const stats = await stat(place).catch(() => null);
  const isFound =
    kind === "jsonl"
      ? stats?.isDirectory() === true
      : stats?.isFile() === true && (await isDatabase(place));
  const expected = kind === "jsonl" ? "a folder that exists" : "an SQLite database that exists";
  if (!isFound) throw invalidInput("store", value, `expected ${expected}`);
}

/** Opens a bucket with the credentials of the environment. */
async function openBucket(bucket: string): Promise<ObjectStorage> {
  const { env } = process;
  const accessKeyId = env["AWS_ACCESS_KEY_ID"];
  const secretAccessKey = env["AWS_SECRET_ACCESS_KEY"];
  if (!URL.canParse(bucket))
    throw invalidInput("--bucket", bucket, "expected an address with https://");
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error("--bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const sessionToken = env["AWS_SESSION_TOKEN"];
  const region = env["AWS_REGION"] ?? env["AWS_DEFAULT_REGION"];
  const { AwsClient } = await import("aws4fetch");
  const { createS3Storage } = await import("@cutpoint/store-postgres");
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: "s3",
    ...(sessionToken !== undefined && { sessionToken }),
    ...(region !== undefined && { region }),
  });
  return createS3Storage(client, bucket.replace(/(?<!\/)\/+$/u, ""));
}
