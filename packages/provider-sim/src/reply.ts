import type { ServerResponse } from "node:http";

/** One event of a stream; `name` is the line before the data, which Chat Completions does without. */
export type ServerEvent = { readonly name?: string; readonly data: unknown };

/** How a stream ends: all was sent, nothing more comes, or the connection breaks. */
type Ending = "complete" | "stall" | "hang-up";

/** What goes back over the wire. */
export type Reply =
  | {
      readonly type: "body";
      readonly status: number;
      /** Written as JSON; a string is written as HTML. */
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly type: "stream"; readonly events: readonly ServerEvent[]; readonly ending: Ending }
  | { readonly type: "nothing"; readonly ending: "stall" | "hang-up" };

/** Writes a reply. A reply that stalls is left open: it ends with the connection. */
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

/** Breaks off after what was written has left. */
function breakConnection(response: ServerResponse): void {
  if (response.headersSent) response.write("", () => response.destroy());
  else response.destroy();
}

function eventText({ name, data }: ServerEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
}

const PIECE = /.{1,24}/gsu;

/** A text in the pieces that a stream brings it in; no surrogate pair is parted. */
export function inPieces(text: string): readonly string[] {
  return text.match(PIECE) ?? [];
}
