import type { ServerResponse } from "node:http";

/** One event of a stream. `name` is the event line, which Chat Completions does not send. */
export type ServerEvent = { readonly name?: string; readonly data: unknown };

/** How a stream ends: completely, with an open connection but no more events, or with a broken connection. */
type Ending = "complete" | "stall" | "hang-up";

/** The response to a request. */
export type Reply =
  | {
      readonly type: "body";
      readonly status: number;
      /** Sent as JSON. A string is sent as HTML. */
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly type: "stream"; readonly events: readonly ServerEvent[]; readonly ending: Ending }
  | { readonly type: "nothing"; readonly ending: "stall" | "hang-up" };

/** Sends a reply. A stalled reply stays open until the connection closes. */
export function sendReply(response: ServerResponse, reply: Reply, requestId: string): void {
  const identity = { "x-request-id": requestId, "request-id": requestId };
  if (reply.type === "body") {
    const html = typeof reply.body === "string";
    response.writeHead(reply.status, {
      ...identity,
      ...reply.headers,
      "content-type": html ? "text/html" : "application/json",
    });
    response.end(html ? reply.body : JSON.stringify(reply.body));
    return;
  }
  if (reply.type === "stream") {
    response.writeHead(200, { ...identity, "content-type": "text/event-stream" });
    response.flushHeaders();
    for (const event of reply.events) response.write(eventText(event));
  }
  if (reply.ending === "complete") response.end();
  if (reply.ending === "hang-up") breakConnection(response);
}

/** Closes the connection after the written data was sent. */
function breakConnection(response: ServerResponse): void {
  if (response.headersSent) response.write("", () => response.destroy());
  else response.destroy();
}

function eventText({ name, data }: ServerEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
}

const CHUNK = /.{1,24}/gsu;

/** Splits a text into the chunks of a stream. Surrogate pairs are not split. */
export function splitIntoChunks(text: string): readonly string[] {
  return text.match(CHUNK) ?? [];
}
