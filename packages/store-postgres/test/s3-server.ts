import { startS3 as startServer, type S3Server } from "@cutpoint/postgres-server/s3";
import { AwsClient } from "aws4fetch";
import type { ObjectStorage } from "../src/object-storage.ts";
import { createS3Storage } from "../src/s3-storage.ts";

/** Starts an S3-compatible server with an empty bucket. Requests are not repeated. */
export async function startS3(): Promise<S3Server & { readonly storage: ObjectStorage }> {
  const server = await startServer();
  const client = new AwsClient({ ...server.credentials, service: "s3", retries: 0 });
  return { ...server, storage: createS3Storage(client, server.bucket) };
}
