import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export type ServedPage = AsyncDisposable & {
  /** Contains the token, without which the server answers 404. */
  readonly url: string;
};

const HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/**
 * Serves one page to this machine, under an address that cannot be guessed.
 *
 * Requests with another host name are rejected, so that a page in the same browser cannot read it by rebinding a name.
 */
export async function servePage(html: string): Promise<ServedPage> {
  const token = randomBytes(24).toString("base64url");
  const server = createServer((request, response) => {
    answer(request, response, { html, path: `/${token}/`, host: hostOf(server.address()) });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://${hostOf(server.address())}/${token}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function hostOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): string {
  return `127.0.0.1:${(address as AddressInfo).port}`;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  page: { readonly html: string; readonly path: string; readonly host: string },
): void {
  const { headers, method, url = "" } = request;
  const isAllowed = headers.host === page.host && isEqual(url, page.path);
  const isRead = method === "GET" || method === "HEAD";
  response.writeHead(isAllowed ? (isRead ? 200 : 405) : 404, HEADERS);
  response.end(isAllowed && method === "GET" ? page.html : "");
}

/** Compares in a time that does not depend on the number of equal characters. */
function isEqual(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
}
