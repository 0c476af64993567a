import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { type ReceivedRequest, startProvider } from "@cutpoint/provider-sim";
import { openApp } from "./app.ts";

const windowTokens = 6000;
const towns = { ann: "Tidemouth", ben: "Vicarstown", cleo: "Knapford" };
const names = Object.keys(towns) as (keyof typeof towns)[];
const [, main = "", url, isRestarted] = process.argv;
if (url === undefined) await runTwice();
else await runApp(url);

/** Runs the app in one process, and continues in another one. */
async function runTwice(): Promise<void> {
  mkdirSync("data", { recursive: true });
  await using provider = await startProvider({ windowTokens, script: answer });
  for (const args of [[], ["restarted"]]) {
    const command = [...process.execArgv, main, provider.url, ...args];
    const child = spawn(process.execPath, command, { stdio: "inherit" });
    await once(child, "exit");
    assert.equal(child.exitCode, 0);
  }
  const requests = provider.requests();
  assert.deepEqual(requests.flatMap(faultsOf), []);
  const largest = Math.max(...requests.map(({ inputTokens }) => inputTokens));
  console.log(`${requests.length} requests of at most ${largest} tokens, none refused`);
}

async function runApp(providerUrl: string): Promise<void> {
  const app = openApp(providerUrl, windowTokens);
  if (isRestarted === undefined)
    for (const name of names) {
      await app.ask(name, `I live in ${towns[name]}.`);
      await app.ask(name, "Where is the lamp?");
    }
  for (let turn = 1; turn <= 35; turn += 1)
    for (const name of names) await app.ask(name, `Question ${turn}: ${"what of it? ".repeat(20)}`);
  if (isRestarted === undefined) return;
  for (const name of names) {
    assert.equal(await app.ask(name, "Where do I live?"), `You live in ${towns[name]}.`);
    assert.equal(await app.ask(name, "Which drawer is it?"), "Drawer 4711.");
    const [first] = await app.messages(name);
    assert.equal(first?.text, `I live in ${towns[name]}.`, "the thread keeps all messages");
  }
  // Ann leaves: no file has her words.
  assert.ok(filesWith(towns.ann) > 0);
  await app.remove("ann");
  assert.equal(filesWith(towns.ann), 0);
  assert.ok(filesWith(towns.ben) > 0, "the others stay");
}

function filesWith(words: string): number {
  const files = readdirSync("data").map((name) => readFileSync(`data/${name}`, "latin1"));
  return files.filter((content) => content.includes(words)).length;
}

/** The model: looks up parts, and looks up in the conversation what it does not see. */
function answer({ messages }: Pick<ReceivedRequest, "messages">) {
  const last = messages.at(-1);
  const asked = JSON.stringify(messages.findLast(({ role }) => role === "user")?.parts);
  const call = (name: string, values: object) =>
    ({ type: "answer", calls: [{ name, arguments: JSON.stringify(values) }] }) as const;
  if (asked.includes("Which drawer"))
    return last?.role === "tool"
      ? `Drawer ${/drawer (\d+)/.exec(JSON.stringify(last.parts))?.[1]}.`
      : call("recall", { query: "drawer of the lamp" });
  if (asked.includes("Where do I live"))
    return `You live in ${/live in (\w+)/.exec(JSON.stringify(messages))?.[1]}.`;
  if (last?.role === "tool" || !asked.includes("lamp")) return "So it is. ".repeat(30);
  return call("find_part", { part: "lamp" });
}

type Sent = {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
};

/** What a provider refuses, by rules of this program. */
function faultsOf({ body, inputTokens, outcome }: ReceivedRequest): readonly string[] {
  const faults: string[] = outcome.type === "answered" ? [] : [outcome.type];
  if (inputTokens > windowTokens) faults.push("too large");
  const open = new Set<string>();
  for (const sent of (body as { readonly messages: readonly Sent[] }).messages) {
    if (sent.role !== "tool" && open.size > 0) faults.push("a call without its result");
    if (sent.role === "tool" && !open.delete(sent.tool_call_id ?? ""))
      faults.push("a result without its call");
    if ((sent.content ?? "") === "" && sent.tool_calls === undefined) faults.push("empty");
    for (const { id } of sent.tool_calls ?? []) open.add(id);
  }
  return faults;
}
