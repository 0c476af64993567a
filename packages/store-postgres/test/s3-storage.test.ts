import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { AwsClient } from "aws4fetch";
import { expect, test } from "vitest";
import { createS3Storage } from "../src/s3-storage.ts";

const KEYS = { accessKeyId: "none", secretAccessKey: "none" };

type Service = AsyncDisposable & { readonly address: string };

/** A service that cuts the connection of each second request, as if it had been idle too long. */
async function startCuttingService(): Promise<Service> {
  const objects = new Map<string, Buffer>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "" } = request;
    if (method === "PUT") objects.set(url, Buffer.concat(await request.toArray()));
    const stored = objects.get(url);
    response.writeHead(stored === undefined ? 404 : 200).end(stored);
  };
  let requests = 0;
  return startService((request, response) => {
    requests += 1;
    if (requests % 2 === 0) request.socket.destroy();
    else void answer(request, response);
  });
}

async function startService(listener: RequestListener): Promise<Service> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

test("a request whose connection ends is sent again", async () => {
  await using service = await startCuttingService();
  const storage = createS3Storage({ fetch }, service.address);
  for (const key of ["a", "b", "c"]) {
    await storage.put(key, Buffer.from(key));
    expect(Buffer.from((await storage.get(key)) ?? []).toString()).toBe(key);
  }
});

test.each([302, 307])("a redirect with status %i is not followed", async (status) => {
  const followed: (string | undefined)[] = [];
  await using other = await startService(({ method }, response) => {
    followed.push(method);
    response.end();
  });
  await using service = await startService((_, response) => {
    response.writeHead(status, { location: `${other.address}/a` }).end();
  });
  for (const client of [{ fetch }, new AwsClient({ ...KEYS, service: "s3" })]) {
    const storage = createS3Storage(client, service.address);
    await expect(storage.put("a", Buffer.from("a"))).rejects.toThrow(
      `PUT a: ${status} redirect to ${other.address}/a`,
    );
    await expect(storage.get("a")).rejects.toThrow("redirect");
  }
  expect(followed).toEqual([]);
});
