import type { CompactionEvent, CompactionState, Item } from "@cutpoint/core";
import { assistantMessage, userMessage } from "@cutpoint/core";
import type { StateStore } from "@cutpoint/session/store";
import { expect, test } from "vitest";
import { createMemoryStates } from "../../../conformance/test/support/adapter/memory-states.ts";
import { createGuardedCall } from "../../src/guarded-call.ts";
import type { ChatMessage } from "../../src/http/chat/chat-message.ts";
import { chatCodec } from "../../src/http/chat/codec.ts";
import { createConversationStates } from "../../src/states/conversation-states.ts";
import { encodeStates } from "../../src/states/encode-states.ts";
import { expireStates } from "../../src/states/expire-states.ts";
import type { KeptState } from "../../src/states/kept-state.ts";

const items = (count: number, branch = ""): readonly Item[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `${branch}i${place}`,
    message: place % 2 === 0 ? userMessage("Is it?") : assistantMessage("Yes."),
  }));

const create = (store: StateStore): ReturnType<typeof createConversationStates> =>
  createConversationStates(store, (_, error) => {
    throw error;
  });

/** As much of a state as is read here. */
const through = (compactedThrough: string | null, note = ""): KeptState => ({
  state: { compactedThrough, note } as unknown as CompactionState,
});

test("a conversation has at most three states, and each compacted end has its newest one", async () => {
  const store = createMemoryStates();
  const { save } = create(store);
  const conversation = { id: "a", items: items(100) };
  for (let place = 10; place <= 50; place += 10)
    for (const note of ["first", "second"])
      expect(await save(conversation, through(`i${place}`, note))).toBe(true);
  expect(JSON.parse((await store.find("a")) ?? "")).toEqual({
    version: 1,
    states: [50, 40, 30].map((place) => through(`i${place}`, "second")),
  });
});

test("a branch finds the state of its newest compacted message; a lost one is the newest", async () => {
  const { find, save } = create(createMemoryStates());
  const old = { id: "a", items: items(100) };
  const edited = { id: "a", items: [...items(30), ...items(70, "edited ")] };
  await save(old, through("i20"));
  await save(old, through("i60"));
  await save(edited, through("edited i5"));
  expect(await find(old)).toEqual(through("i60"));
  expect(await find(edited)).toEqual(through("edited i5"));
  expect(await find({ id: "a", items: items(25) })).toEqual(through("i20"));
  expect(await find({ id: "a", items: items(9, "other ") })).toEqual(through("edited i5"));
  expect(await find({ id: "b", items: items(100) })).toBeNull();
});

test("a failure before the first compaction is forgotten after it", async () => {
  const { find, save } = create(createMemoryStates());
  const conversation = { id: "a", items: items(10) };
  await save(conversation, through(null));
  expect(await find(conversation)).toEqual(through(null));
  await save(conversation, through("i3"));
  expect(await find({ id: "a", items: items(10, "other ") })).toEqual(through("i3"));
});

test("the same text has the same objects, and another process's text is read", async () => {
  const store = createMemoryStates();
  const [here, there] = [create(store), create(store)];
  const conversation = { id: "a", items: items(100) };
  await there.save(conversation, through("i20"));
  const first = await here.find(conversation);
  expect(await here.find(conversation)).toBe(first);
  await there.save(conversation, through("i40"));
  expect(await here.find(conversation)).toEqual(through("i40"));
});

test.each([
  ["not JSON", "corrupt-log"],
  ["{}", "corrupt-log"],
  ['{"version":2,"states":[]}', "unsupported-version"],
])("the text %s is rejected as %s", async (text, code) => {
  const store = createMemoryStates();
  await store.save("a", text);
  const { find } = create(store);
  await expect(find({ id: "a", items: items(1) })).rejects.toMatchObject({
    code,
    message: expect.stringContaining('conversation "a"') as string,
  });
});

test("encoded states are found again, and the store has no readable text", async () => {
  const store = createMemoryStates();
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  const decode = async (text: string): Promise<string> => Buffer.from(text, "base64").toString();
  const { find, save } = create(encodeStates(store, { encode, decode }));
  const conversation = { id: "a", items: items(100) };
  await save(conversation, through("i20", "Ä secret"));
  expect(await store.find("a")).not.toContain("secret");
  expect(await find(conversation)).toEqual(through("i20", "Ä secret"));
});

test("states that were saved before a time are deleted", async () => {
  const store = createMemoryStates();
  await store.save("a", "old");
  expect(await expireStates(store, 0)).toBe(0);
  expect(await expireStates(store, 1)).toBe(1);
  expect(await store.find("a")).toBeNull();
});

const talk = (turns: number): readonly ChatMessage[] =>
  Array.from({ length: 2 * turns }, (_, place) => ({
    role: place % 2 === 0 ? "user" : "assistant",
    content: `Message ${place}: ${"so it is. ".repeat(20)}`,
  }));

/** Opens one call with an adapter of its own, as after a restart. Returns the warnings, and the events about its state. */
async function openOnce(
  messages: readonly ChatMessage[],
  options: Parameters<typeof createGuardedCall>[0],
): Promise<readonly string[]> {
  const reports: string[] = [];
  const policy = { windowTokens: 2_000 };
  const onWarning = ({ type }: { readonly type: string }): void => void reports.push(type);
  const onEvent = (event: CompactionEvent): void => {
    if (event.type === "state-not-found") reports.push(`${event.type} ${event.conversationId}`);
  };
  const open = createGuardedCall({ policy, onEvent, onWarning, ...options }, chatCodec);
  await open({ messages, options: {} });
  return reports;
}

test("a long conversation without a state is reported, and its state is found after a restart", async () => {
  const named = { states: createMemoryStates(), conversationId: "a" };
  const question: ChatMessage = { role: "user", content: "And now?" };
  const first = [...talk(30), question];
  expect(await openOnce(first, named)).toEqual(["state-not-found a", "state-not-found"]);
  const later = [...talk(31), question];
  expect(await openOnce(later, named)).toEqual([]);
  expect(await openOnce(later, {})).toEqual(["state-not-found null", "state-not-found"]);
});

test("a conversation that becomes too long is not reported", async () => {
  const long: ChatMessage = { role: "user", content: "And now? ".repeat(500) };
  expect(await openOnce([...talk(8), long], {})).toEqual([]);
  expect(await openOnce([long], {})).toEqual([]);
});

test("a state that cannot be stored without an id is reported", async () => {
  const states = createMemoryStates();
  const long: ChatMessage = { role: "user", content: "And now? ".repeat(500) };
  expect(await openOnce([...talk(8), long], { states })).toEqual(["state-not-stored"]);
  expect(await Array.fromAsync(states.list())).toEqual([]);
});

test("an empty id names no conversation", async () => {
  const states = createMemoryStates();
  const warnings: string[] = [];
  const policy = { windowTokens: 2_000 };
  const onWarning = ({ type }: { readonly type: string }): void => void warnings.push(type);
  const open = createGuardedCall({ policy, states, onWarning }, chatCodec);
  const long: ChatMessage = { role: "user", content: "And now? ".repeat(500) };
  await open({ messages: [...talk(8), long], options: {}, conversationId: "" });
  expect(warnings).toEqual(["state-not-stored"]);
  expect(await Array.fromAsync(states.list())).toEqual([]);
});

test("a store that fails does not fail the call: its state is in memory, and the next call stores it", async () => {
  const states = createMemoryStates();
  let isFailing = true;
  const failing: StateStore = {
    ...states,
    save: async (id, text) =>
      isFailing ? Promise.reject(new Error("disk full")) : states.save(id, text),
  };
  const reports: unknown[] = [];
  const open = createGuardedCall(reporting(failing, reports), chatCodec);
  const question: ChatMessage = { role: "user", content: "And now?" };
  const long: ChatMessage = { role: "user", content: "And now? ".repeat(500) };
  const messages = [...talk(8), long];
  const failed = [new Error("disk full"), "state-not-stored"];
  const first = await open({ messages, options: {} });
  expect(first.messages?.length).toBeLessThan(messages.length);
  expect(reports.splice(0)).toEqual(["applied", "a", ...failed]);
  const answered = [...messages, { role: "assistant", content: "So it is." } as const, question];
  await open({ messages: answered, options: {} });
  expect(reports.splice(0)).toEqual(["a", ...failed]);
  expect(await states.find("a")).toBeNull();
  isFailing = false;
  await open({ messages: answered, options: {} });
  expect(reports).toEqual([]);
  expect(await states.find("a")).toContain("compactedThrough");
});

/** Options of a call that reports compactions, failures of the store and warnings. */
function reporting(
  states: StateStore,
  reports: unknown[],
): Parameters<typeof createGuardedCall>[0] {
  return {
    policy: { windowTokens: 2_000 },
    states,
    conversationId: "a",
    onEvent(event) {
      if (event.type === "state-not-stored") reports.push(event.conversationId, event.error);
      if (event.type === "applied") reports.push("applied");
    },
    onWarning: ({ type }) => void reports.push(type),
  };
}

test("a store that cannot be read does not fail the call: the state in memory is used, or none", async () => {
  const states = createMemoryStates();
  let isFailing = false;
  const failing: StateStore = {
    ...states,
    find: async (id) => (isFailing ? Promise.reject(new Error("no connection")) : states.find(id)),
  };
  const reports: unknown[] = [];
  const options = reporting(failing, reports);
  const open = createGuardedCall(options, chatCodec);
  const messages = [...talk(8), { role: "user", content: "And now? ".repeat(500) } as const];
  const first = await open({ messages, options: {} });
  const stored = await states.find("a");
  expect(reports.splice(0)).toEqual(["applied"]);
  isFailing = true;
  const failed = ["a", new Error("no connection"), "state-not-stored"];
  const again = await open({ messages, options: {} });
  expect(again.messages).toEqual(first.messages);
  expect(reports.splice(0)).toEqual(failed);
  // Another process has no state in memory. What is stored stays, since it could not be read.
  await createGuardedCall(options, chatCodec)({ messages, options: {} });
  expect(reports.splice(0)).toEqual([...failed, "applied", ...failed]);
  expect(await states.find("a")).toBe(stored);
});

test("a conversation that is deleted during a request is not stored again", async () => {
  const store = createMemoryStates();
  const { find, save } = create(store);
  const conversation = { items: items(9), id: "a" };
  await save(conversation, through("i3"));
  const before = await find(conversation);
  await store.delete("a");
  expect(await save(conversation, through("i5"), before)).toBe(true);
  expect(await store.find("a")).toBeNull();
  // A later request of that conversation begins anew.
  expect(await find(conversation)).toBeNull();
  await save(conversation, through("i5"), null);
  expect(await store.find("a")).not.toBeNull();
});

test("requests at once, also of another process, keep a state of the conversation", async () => {
  const store = createMemoryStates();
  const processes = [create(store), create(store)];
  const conversation = { items: items(20), id: "a" };
  await Promise.all(
    Array.from({ length: 10 }, async (_, place) =>
      processes[place % 2]?.save(conversation, through(`i${place}`)),
    ),
  );
  for (const [place, { find, save }] of processes.entries()) {
    const kept = await find(conversation);
    expect(kept?.state.compactedThrough).toMatch(/^i\d+$/u);
    await save(conversation, through(`i1${place}`), kept);
    expect((await find(conversation))?.state.compactedThrough).toBe(`i1${place}`);
  }
});

test.each([
  [{ conversationId: "" }, 'conversationId is ""'],
  [{ states: {} as never }, "states is {}"],
])("the options %j are rejected", (options, message) => {
  expect(() => createGuardedCall(options, chatCodec)).toThrow(message);
});
