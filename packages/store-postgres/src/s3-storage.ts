import type { ObjectStorage } from "./object-storage.ts";

/** How long a request takes at most, in ms. */
const TIMEOUT = 30_000;

/** Sends signed requests, such as `AwsClient` of aws4fetch. */
export interface S3Client {
  fetch(
    url: string,
    init: {
      method: string;
      body?: Uint8Array<ArrayBuffer>;
      redirect: "manual";
      signal: AbortSignal;
    },
  ): Promise<Response>;
}

/**
 * Creates an object storage in a bucket of Amazon S3 or a compatible service.
 *
 * A request takes at most 30 seconds. It is sent once again if its connection ends, as when the service closes an idle one.
 * A redirect is an error, because the request contains messages and a signature for this bucket.
 *
 * @param bucket the address of the bucket, such as `https://s3.eu-central-1.amazonaws.com/my-bucket`
 */
export function createS3Storage(client: S3Client, bucket: string): ObjectStorage {
  /** Returns the content of the answer, or `null` if there is no such object. */
  async function send(
    method: string,
    key: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array | null> {
    const signal = AbortSignal.timeout(TIMEOUT);
    const init = { method, ...(body && { body }), redirect: "manual", signal } as const;
    const request = (): Promise<Response> => client.fetch(`${bucket}/${key}`, init);
    const response = await request().catch(request);
    const content = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return content;
    const text = new TextDecoder().decode(content);
    if (response.status === 404 && !text.includes("NoSuchBucket")) return null;
    const target = response.headers.get("location");
    const reason = target === null ? text : `redirect to ${target}: expected the final address`;
    throw new Error(`${method} ${key}: ${response.status} ${reason}`);
  }

  return {
    async put(key, bytes) {
      await send("PUT", key, new Uint8Array(bytes));
    },
    get: (key) => send("GET", key),
    async delete(key) {
      await send("DELETE", key);
    },
  };
}
