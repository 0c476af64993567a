import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import S3rver from "s3rver";
import type { ObjectStorage } from "../src/object-storage.ts";
import { createS3Storage } from "./s3-storage.ts";

/** An S3-compatible server with one bucket. */
export type S3Server = AsyncDisposable & {
  readonly storage: ObjectStorage;
  /** The keys of all objects. */
  objects(): Promise<readonly string[]>;
  stop(): Promise<void>;
  /** Starts a stopped server with the same objects at the same address. */
  restart(): Promise<void>;
};

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-s3-"));
  const start = async (wanted: number): Promise<{ server: S3rver; port: number }> => {
    const server = new S3rver({
      address: "127.0.0.1",
      port: wanted,
      silent: true,
      directory,
      configureBuckets: [{ name: "cold" }],
    });
    return { server, port: (await server.run()).port };
  };
  let { server, port } = await start(0);
  const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER", service: "s3", retries: 0 };
  const client = new AwsClient({ ...keys, region: "us-east-1" });
  return {
    storage: createS3Storage(client, `http://127.0.0.1:${port}/cold`),
    async objects() {
      const names = await readdir(join(directory, "cold"), { recursive: true });
      const suffix = "._S3rver_object";
      return names
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length));
    },
    stop: () => server.close(),
    async restart() {
      ({ server, port } = await start(port));
    },
    async [Symbol.asyncDispose]() {
      await server.close().catch(() => {});
      await rm(directory, { recursive: true });
    },
  };
}
