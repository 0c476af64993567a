import { toChatMessage } from "@cutpoint/host-kit/http";
import { generatedSession } from "./generated-session.ts";

/** Returns a generated session as the messages of a Chat Completions request. */
export function chatFile(messages: number): string {
  const [thread] = generatedSession({ messages, compactions: 0 }).threads;
  return JSON.stringify(thread?.items.map(({ message }) => toChatMessage(message)));
}
