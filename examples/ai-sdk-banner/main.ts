import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import {
  type CompactionDataPart,
  withCompaction,
  writeCompactionData,
} from "@cutpoint/adapter-ai-sdk";
import { startProvider } from "@cutpoint/provider-sim";
import { createSqliteStateStore } from "@cutpoint/store-sqlite";
import { convertToModelMessages, createUIMessageStream, readUIMessageStream, streamText } from "ai";
import type { UIMessage } from "ai";

type PageMessage = UIMessage<never, { compaction: CompactionDataPart["data"] }>;

const windowTokens = 4000;
const conversationId = "page-1";
let isRefusing = false; // the provider counts other tokens than expected
await using provider = await startProvider({
  windowTokens,
  script() {
    if (!isRefusing) return "It is so. ".repeat(20);
    isRefusing = false;
    return { type: "failure", failure: "overflow" };
  },
});
const openai = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
await using states = createSqliteStateStore({ file: "states.db" });
const page: PageMessage[] = [];
const banners: string[] = [];
/** The state before the newest answer; `null` before the first compaction. */
let before: string | null = null;
let share = 0.7;

/** What the page shows of a compaction; `null` for what it does not show. */
function bannerOf(shown: CompactionDataPart["data"]): string | null {
  const { status, tokensAfter, tokensBefore, tokensLeft } = shown;
  if (status === "near-limit")
    return `Earlier messages are summarized soon: ${tokensLeft} tokens are left.`;
  if (status === "applied")
    return `Earlier messages are summarized: ${tokensBefore} tokens became ${tokensAfter}. [Undo]`;
  if (status === "recovered") return "The request was too large and was sent again.";
  return null;
}

async function ask(text: string): Promise<void> {
  page.push({ id: `user-${page.length}`, role: "user", parts: [{ type: "text", text }] });
  before = await states.find(conversationId);
  const messages = await convertToModelMessages(page);
  const stream = createUIMessageStream<PageMessage>({
    execute({ writer }) {
      const model = withCompaction(openai.chat("any"), {
        policy: { windowTokens, trigger: { type: "share", share } },
        states,
        conversationId,
        onEvent: writeCompactionData(writer), // the one line
      });
      writer.merge(streamText({ model, messages, maxRetries: 0 }).toUIMessageStream());
    },
  });
  let message: PageMessage | undefined;
  for await (message of readUIMessageStream<PageMessage>({ stream }));
  if (message === undefined) return;
  page.push({ ...message, id: `answer-${page.length}` });
  for (const part of message.parts) {
    const banner = part.type === "data-compaction" ? bannerOf(part.data) : null;
    if (banner !== null) banners.push(banner);
  }
}

/** The button of the banner: all messages are sent again, until the window is almost full. */
async function undo(): Promise<void> {
  if (before === null) await states.delete(conversationId);
  else await states.save(conversationId, before);
  share = 0.95;
}

const sizes: number[] = [];
/** Asks until the page shows a new banner of a kind, and prints the banners. */
async function askUntil(kind: RegExp): Promise<void> {
  const known = banners.length;
  while (!banners.slice(known).some((banner) => kind.test(banner))) {
    await ask(`Question ${page.length}: ${"what about this? ".repeat(20)}`);
    sizes.push(provider.requests().at(-1)?.inputTokens ?? 0);
    assert.ok(page.length < 400, `the page should show ${kind}`);
  }
  for (const banner of banners.slice(known)) console.log(banner);
}

await askUntil(/soon/);
await askUntil(/summarized:/);
await undo();
console.log("Undone.");
const compacted = sizes.at(-1) ?? 0;
await ask("And now?");
assert.ok(
  (provider.requests().at(-1)?.inputTokens ?? 0) > compacted + 1000,
  "all messages are sent",
);
await askUntil(/summarized:/);
isRefusing = true;
await askUntil(/sent again/);
const kinds = banners.map((banner) => /soon|summarized:|sent again/.exec(banner)?.[0]);
assert.deepEqual(kinds, [
  "soon",
  "summarized:",
  "soon",
  "summarized:",
  "summarized:",
  "sent again",
]);
console.log(`${page.length} messages, in requests of at most ${Math.max(...sizes)} tokens`);
