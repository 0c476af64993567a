import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

/** An S3-compatible server with one bucket, in a temporary folder that is deleted on disposal. */
export type S3Server = AsyncDisposable & {
  /** The address of the bucket. */
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The keys of all objects. */
  objects(): Promise<readonly string[]>;
  /** Cuts all connections. */
  stop(): Promise<void>;
  /** Starts a stopped server with the same objects at the same address. */
  restart(): Promise<void>;
};

const OBJECT_SUFFIX = "._S3rver_object";

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
  const stop = async (): Promise<void> => {
    const closed = server.close();
    server.httpServer.closeAllConnections();
    await closed;
  };
  return {
    bucket: `http://127.0.0.1:${port}/cold`,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    async objects() {
      const names = await readdir(join(directory, "cold"), { recursive: true });
      return names
        .filter((name) => name.endsWith(OBJECT_SUFFIX))
        .map((name) => name.slice(0, -OBJECT_SUFFIX.length));
    },
    stop,
    async restart() {
      ({ server, port } = await start(port));
    },
    async [Symbol.asyncDispose]() {
      await stop().catch(() => {});
      await rm(directory, { recursive: true });
    },
  };
}
