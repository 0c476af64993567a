import { type Message, textOf } from "@cutpoint/core";
import type { SessionStore } from "@cutpoint/session";
import * as z from "zod";
import { createTool, type Tool } from "./tool.ts";

const MOST_HITS = 6;
const SHOWN_CHARACTERS = 400;

/** The tool name. The demo uses it to detect answers that came from the log. */
export const SEARCH_HISTORY = "search_history";

type Hit = { readonly position: number; readonly role: string; readonly text: string };

/**
 * Creates the tool that searches all messages of a session, compacted or not, with a scan over `store.read`.
 *
 * Exact phrases have priority over messages that contain all words. Results of this tool are skipped.
 */
export function createSearchHistory(store: SessionStore, sessionId: string): Tool {
  return createTool({
    name: SEARCH_HISTORY,
    description:
      "Search this conversation from its beginning, including messages that are no longer in the context. Returns the messages that contain the query.",
    schema: z.strictObject({ query: z.string().min(1).describe("a phrase or words") }),
    async run({ query }) {
      const messages = await messagesOf(store, sessionId);
      const phrase = query.toLowerCase().trim();
      const words = phrase.split(/\s+/);
      const exact = messages.filter(({ text }) => text.toLowerCase().includes(phrase));
      const hits =
        exact.length > 0
          ? exact
          : messages.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
      const shown = hits.slice(0, MOST_HITS).map((hit) => shownHit(hit, phrase));
      return [`${hits.length} of ${messages.length} messages contain "${query}"`, ...shown].join(
        "\n\n",
      );
    },
  });
}

async function messagesOf(store: SessionStore, sessionId: string): Promise<readonly Hit[]> {
  const found: Hit[] = [];
  let position = 0;
  for await (const entry of store.read(sessionId)) {
    if (entry.type !== "message") continue;
    position += 1;
    if (isOwnResult(entry.message)) continue;
    found.push({ position, role: entry.message.role, text: textOf(entry.message) });
  }
  return found;
}

function isOwnResult(message: Message): boolean {
  return message.role === "tool" && message.name === SEARCH_HISTORY;
}

function shownHit({ position, role, text }: Hit, phrase: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(phrase));
  const start = text.length <= SHOWN_CHARACTERS ? 0 : Math.max(0, at - SHOWN_CHARACTERS / 2);
  const shown = text.slice(start, start + SHOWN_CHARACTERS).toWellFormed();
  return `message ${position}, ${role}:\n${start > 0 ? "…" : ""}${shown}${start + SHOWN_CHARACTERS < text.length ? "…" : ""}`;
}
