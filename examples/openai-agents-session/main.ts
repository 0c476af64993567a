import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { type ReceivedRequest, startProvider } from "@cutpoint/provider-sim";
import { openApp } from "./app.ts";

const windowTokens = 8000;
const towns = { ann: "Tidemouth", ben: "Vicarstown" };
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
  await using app = openApp(providerUrl, windowTokens);
  if (isRestarted === undefined)
    for (const name of names) {
      await app.ask(name, `I live in ${towns[name]}.`);
      await app.ask(name, "Are a lamp and a bulb in stock?");
      await assert.rejects(app.ask(name, "My password is swordfish."), /guardrail/i);
    }
  for (let turn = 1; turn <= 25; turn += 1)
    for (const name of names)
      await app.ask(name, turn % 4 === 0 ? `And invoice ${turn}?` : `Is part ${turn} in stock?`);
  if (isRestarted === undefined) return;
  for (const name of names) {
    assert.equal(await app.ask(name, "Where do I live?"), `You live in ${towns[name]}.`);
    assert.equal(await app.ask(name, "Which drawer is the lamp in?"), "Drawer 4711.");
    console.log(`${(await app.items(name)).length} items of ${name} are kept`);
  }
  // Ann leaves: no file has her words.
  assert.ok(filesWith(towns.ann) > 0);
  await app.remove("ann");
  assert.equal(filesWith(towns.ann), 0);
  assert.ok(filesWith(towns.ben) > 0, "the others stay");
  assert.equal(filesWith("swordfish"), 0, "what a guardrail blocked was never stored");
}

/** The search index has words in lower case, and may leave out the letters that a word shares with the one before it. */
function filesWith(word: string): number {
  const files = readdirSync("data").map((name) => readFileSync(`data/${name}`, "latin1"));
  return files.filter((content) => content.toLowerCase().includes(word.toLowerCase().slice(3)))
    .length;
}

/** The model: hands over, looks for two parts at once, and looks up in the conversation what it does not see. */
function answer({ body, messages }: Pick<ReceivedRequest, "body" | "messages">) {
  const last = messages.at(-1);
  const asked = JSON.stringify(messages.findLast(({ role }) => role === "user")?.parts);
  const tools = JSON.stringify((body as { readonly tools?: unknown }).tools ?? []);
  const call = (name: string, values: object = {}) => ({ name, arguments: JSON.stringify(values) });
  const callAll = (...calls: readonly ReturnType<typeof call>[]) =>
    ({ type: "answer", calls }) as const;
  if (asked.includes("Where do I live"))
    return `You live in ${/live in (\w+)/.exec(JSON.stringify(messages))?.[1]}.`;
  const topic = asked.includes("invoice") ? "accounts" : "stock";
  if (tools.includes(`transfer_to_${topic}`)) return callAll(call(`transfer_to_${topic}`));
  const isHandedOver = JSON.stringify(last?.parts).includes(String.raw`\"assistant\"`);
  if (asked.includes("Which drawer"))
    return isHandedOver
      ? callAll(call("recall", { query: "lamp drawer" }))
      : `Drawer ${/lamp is in drawer (\d+)/.exec(JSON.stringify(last?.parts))?.[1]}.`;
  if (asked.includes("a lamp") && isHandedOver)
    return callAll(call("look", { part: "lamp" }), call("look", { part: "bulb" }));
  return "Noted. ".repeat(60);
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
