import type { AwsClient } from "aws4fetch";
import type { ObjectStorage } from "../src/object-storage.ts";

/** @param bucket the address of a bucket */
export function createS3Storage(client: AwsClient, bucket: string): ObjectStorage {
  async function send(method: string, key: string, body?: Uint8Array<ArrayBuffer>) {
    const response = await client.fetch(`${bucket}/${key}`, { method, ...(body && { body }) });
    if (response.ok || response.status === 404) return response;
    throw new Error(`${method} ${key}: ${response.status} ${await response.text()}`);
  }
  return {
    async put(key, bytes) {
      await send("PUT", key, new Uint8Array(bytes));
    },
    async get(key) {
      const response = await send("GET", key);
      return response.status === 404 ? null : response.bytes();
    },
    async delete(key) {
      await send("DELETE", key);
    },
  };
}
