import type { UserMessage } from "@cutpoint/core";
import { type JsonRecord, textIn, timeOf } from "../fields.ts";
import type { RecordUse } from "../ledger.ts";
import { splitProgramText } from "../program-text.ts";

/** Words that the user typed while the model worked. */
type Queued = {
  readonly text: string;
  readonly at: number | undefined;
  /** The newest item when the words were sent. */
  afterId: string | null;
  status: "waiting" | "sent" | "withdrawn" | "repeated";
};

/**
 * The queue of messages that the user types while the model works.
 *
 * Each message is in the file as an operation on the queue. Most versions repeat it as a line or an attachment.
 */
export type MessageQueue = {
  readonly add: (record: JsonRecord, newestId: string | null) => RecordUse | (() => RecordUse);
  /** Finds the queued messages that a line repeats. */
  readonly match: (text: string) => void;
  /** Returns the messages that no line repeats. */
  readonly finish: (
    newestId: string | null,
  ) => readonly (Pick<Queued, "afterId" | "at"> & { readonly messages: readonly UserMessage[] })[];
};

/** Commands have lines of their own. */
const COMMAND = /^\/[\w:-]+(?:\s|$)/u;

/** Queued messages that a line is compared with: it follows them closely. */
const MAX_COMPARED = 50;

export function createMessageQueue(): MessageQueue {
  const queued: Queued[] = [];
  const waiting: Queued[] = [];
  let open: Queued[] = [];

  function send(text: string | undefined, newestId: string | null): void {
    const named = waiting.slice(0, MAX_COMPARED).findIndex((each) => each.text === text?.trim());
    for (const one of waiting.splice(Math.max(named, 0), 1)) {
      if (one.status === "waiting") one.status = "sent";
      one.afterId = newestId;
    }
  }

  return {
    add(record, newestId) {
      const text = textIn(record, "content");
      if (record["operation"] !== "enqueue") {
        if (record["operation"] !== "popAll") send(text, newestId);
        else for (const one of waiting.splice(0)) one.status = "withdrawn";
        return "not-shown";
      }
      if (text === undefined || text.trim() === "" || COMMAND.test(text)) return "not-shown";
      const at = timeOf(record["timestamp"]);
      const one: Queued = { text: text.trim(), at, afterId: null, status: "waiting" };
      queued.push(one);
      waiting.push(one);
      open = [...open, one].slice(-MAX_COMPARED);
      return () => {
        if (one.status === "withdrawn") return "not-shown";
        return one.status === "repeated" ? "repeated" : "used";
      };
    },
    match(text) {
      let rest = `\n${text}\n`;
      for (const one of open) {
        const part = `\n${one.text}\n`;
        const place = rest.indexOf(part);
        if (place === -1) continue;
        rest = `${rest.slice(0, place)}\n${rest.slice(place + part.length - 1)}`;
        one.status = "repeated";
      }
      open = open.filter(({ status }) => status !== "repeated");
    },
    finish: (newestId) =>
      queued
        .filter(({ status }) => status === "waiting" || status === "sent")
        .map(({ afterId, at, status, text }) => ({
          afterId: status === "waiting" ? newestId : afterId,
          at,
          messages: splitProgramText([{ type: "text", text }]),
        })),
  };
}
