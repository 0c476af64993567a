import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
import * as cutpoint from "@cutpoint/adapter-ai-sdk";
import { type ReceivedRequest, startProvider } from "@cutpoint/provider-sim";
import { createSqliteStateStore } from "@cutpoint/store-sqlite";
import { convertToModelMessages, createUIMessageStream, isToolUIPart, jsonSchema } from "ai";
import { readUIMessageStream, stepCountIs, streamText, tool, type UIMessage } from "ai";

const windowTokens = 4000;
let orders = 0;
/** The model: orders a lamp if asked to, looks up the drawer, and otherwise answers at length. */
await using provider = await startProvider({
  windowTokens,
  script({ messages }) {
    const last = messages.at(-1);
    const asked = JSON.stringify(messages.findLast(({ role }) => role === "user")?.parts);
    const call = (name: string, values: object) =>
      ({ type: "answer", calls: [{ name, arguments: JSON.stringify(values) }] }) as const;
    if (last?.role === "tool") return `Done: ${JSON.stringify(last.parts).slice(0, 300)}`;
    if (asked.includes("Order")) return call("order", { part: "lamp" });
    if (asked.includes("drawer")) return call("recall", { query: '"order 1"' });
    return "It is so. ".repeat(20);
  },
});
const openai = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
const folder = await mkdtemp(join(tmpdir(), "chat-"));
const openStates = () => createSqliteStateStore({ file: join(folder, "states.db") });
let states = openStates();
const reports: string[] = [];
let page: UIMessage[] = []; // all of it stays; only the requests are compacted
const tools = {
  recall: cutpoint.createRecallTool(),
  order: tool({
    description: "Orders a part.",
    inputSchema: jsonSchema<{ part: string }>({ type: "object", properties: { part: {} } }),
    needsApproval: true,
    execute: ({ part }) => `order ${(orders += 1)}: ${part}, drawer 4711`,
  }),
};

/** Answers the newest message of the page. An answer that waits for an approval is continued. */
async function answer(): Promise<void> {
  const last = page.at(-1);
  const continued = last?.role === "assistant" ? last : undefined;
  const messages = await convertToModelMessages(page);
  const stream = createUIMessageStream({
    originalMessages: page,
    execute({ writer }) {
      const show = cutpoint.writeCompactionData(writer); // shows compactions in the page
      const model = cutpoint.withCompaction(openai.chat("any"), {
        policy: { windowTokens },
        states,
        conversationId: "page-1",
        onWarning: ({ type }) => reports.push(type),
        onEvent(event) {
          if (event.type === "state-not-found") reports.push(event.type);
          show(event);
        },
      });
      const stopWhen = stepCountIs(3);
      const running = streamText({ model, messages, tools, stopWhen, maxRetries: 0 });
      writer.merge(running.toUIMessageStream({ originalMessages: page }));
    },
  });
  let message: UIMessage | undefined;
  const reading = readUIMessageStream({ stream, ...(continued && { message: continued }) });
  for await (message of reading);
  const id = continued?.id ?? `answer-${page.length}`;
  const stored = JSON.parse(JSON.stringify({ ...message, id })) as UIMessage;
  page = [...(continued === undefined ? page : page.slice(0, -1)), stored];
}

async function ask(text: string, files: UIMessage["parts"] = []): Promise<void> {
  page.push({ id: `user-${page.length}`, role: "user", parts: [{ type: "text", text }, ...files] });
  await answer();
}

/** What the user clicks: approves the call that waits. */
async function approve(): Promise<void> {
  for (const part of page.at(-1)?.parts.filter(isToolUIPart) ?? [])
    if (part.state === "approval-requested")
      Object.assign(part, {
        state: "approval-responded",
        approval: { id: part.approval.id, approved: true },
      });
  await answer();
}

const image = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64")}`;
for (let turn = 1; turn <= 60; turn += 1) {
  if (turn % 20 === 2) {
    await ask("Order a lamp.");
    assert.equal(orders, Math.floor(turn / 20), "nothing is ordered without an approval");
    await approve();
  } else if (turn % 20 === 5)
    await ask("What is this?", [{ type: "file", mediaType: "image/png", url: image }]);
  else await ask(`Is lamp ${turn} in stock? I live in Tidemouth.`);
  if (turn % 20 === 7) {
    page.pop(); // regenerate
    await answer();
  }
  if (turn % 20 === 9) {
    page = page.slice(0, -4); // edit an earlier question
    await ask(`And lamp ${turn + 100}?`);
  }
  if (turn !== 30) continue;
  await states[Symbol.asyncDispose](); // a restart: only what was stored is left
  states = openStates();
  page = JSON.parse(JSON.stringify(page)) as UIMessage[];
}
await ask("Which drawer was the first order for?");
assert.match(JSON.stringify(page.at(-1)), /order 1: lamp, drawer 4711/, "it is looked up");
assert.equal(orders, 3);
const shown = page.flatMap(({ parts }) => parts.filter(({ type }) => type === "data-compaction"));
assert.ok(shown.length > 0, "the page shows a compaction");
assert.deepEqual(reports, [], "the states are found after the restart");

/** What a provider refuses, by rules of this program. */
function faultsOf({ body, inputTokens, outcome }: ReceivedRequest): readonly string[] {
  type Sent = { role: string; tool_call_id?: string; tool_calls?: { id: string }[] };
  const faults: string[] = outcome.type === "answered" ? [] : [outcome.type];
  if (inputTokens > windowTokens) faults.push("too large");
  const open = new Set<string>();
  for (const sent of (body as { messages: Sent[] }).messages) {
    const isResult = sent.role === "tool";
    if (isResult && !open.delete(sent.tool_call_id ?? "")) faults.push("a result without its call");
    if (!isResult && open.size > 0) faults.push("a call without its result");
    for (const { id } of sent.tool_calls ?? []) open.add(id);
  }
  return faults;
}
assert.deepEqual(provider.requests().flatMap(faultsOf), []);

// Delete the person's states. No file has their words.
const filesWith = async (words: string): Promise<number> => {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return files.filter((file) => file.includes(words)).length;
};
assert.ok((await filesWith("Tidemouth")) > 0);
await states.delete("page-1");
assert.equal(await filesWith("Tidemouth"), 0);
await states[Symbol.asyncDispose]();
await rm(folder, { recursive: true });
console.log(`${shown.length} compactions in ${page.length} messages`);
