import { compactMessages, createCompactor, isCutpointError, viewOf } from "@cutpoint/core";
import type { Compactor, History, Message } from "@cutpoint/core";
import { openSession } from "@cutpoint/session";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { workingTime } from "../../../packages/core/test/working-time.ts";
import { createArrayStore } from "../src/reference/array-store.ts";
import { cases } from "../src/cases.ts";

const summarizer = {
  name: "short",
  summarize: async () => ({ text: "A short summary.", method: "short", calls: 0 }),
};

const messages: readonly Message[] = [
  { role: "system", parts: [{ type: "text", text: "Rules." }] },
  {
    role: "user",
    provenance: "user",
    group: "g",
    parts: [
      { type: "text", text: "Begin. ".repeat(100) },
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA", name: "a.png" },
    ],
  },
  {
    role: "assistant",
    model: "m",
    finishReason: "stop",
    usage: { inputTokens: 100, outputTokens: 5, cacheReadTokens: 1 },
    adapterMetadata: { a: [1, { b: "c" }] },
    parts: [
      { type: "reasoning", text: "Think.", signature: "signed" },
      { type: "text", text: "I read." },
      { type: "tool-call", callId: "c", name: "read", arguments: '{"path":"a.ts"}' },
      { type: "other", kind: "k", value: { z: [1, null] } },
    ],
  },
  {
    role: "tool",
    callId: "c",
    name: "read",
    failed: false,
    parts: [{ type: "text", text: "x ".repeat(900) }],
  },
  { role: "user", provenance: "user", parts: [{ type: "text", text: "Go on." }] },
];
const items = messages.map((message, place) => ({ id: `i${place}`, message, turnId: "t", at: 5 }));
const policy = { windowTokens: 900 };
const compactor: Compactor = createCompactor({ summarizer, policy });
const { state } = await compactor.fit({ items, state: null }, { force: true });

type Entry = { readonly base: unknown; readonly run: (value: never) => unknown };

/** What takes values from outside, with a valid one. */
const entries: Readonly<Record<string, Entry>> = {
  usage: { base: { items, state }, run: (value: History) => compactor.usage(value) },
  plan: { base: { items, state }, run: (value: History) => compactor.plan(value) },
  viewOf: { base: { items, state }, run: (value: History) => viewOf(value) },
  fit: {
    base: { items, state: null, gaps: [{ type: "erased", id: "x" }], startsAtBoundary: false },
    run: async (value: History) => createCompactor({ summarizer, policy }).fit(value),
  },
  recover: {
    base: { items, state },
    run: async (value: History) => compactor.recover(value, new Error("prompt is too long")),
  },
  compactMessages: {
    base: messages,
    run: async (value: readonly Message[]) =>
      compactMessages(value, { budgetTokens: 600, summarizer }),
  },
  tools: {
    base: [{ name: "read", parameters: { type: "object" } }],
    run: async (tools: unknown) => compactor.fit({ items, state }, { tools }),
  },
  append: { base: messages, run: appendAll },
};

/** A session writes all messages or none. */
async function appendAll(value: readonly Message[]): Promise<void> {
  const store = createArrayStore();
  const session = await openSession({ store, sessionId: "s", summarizer });
  try {
    await session.append(value);
  } catch (error) {
    expect([store.entries.length, session.view().messages.length]).toEqual([0, 0]);
    throw error;
  }
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function broken(): never {
  throw new TypeError("a getter that throws");
}

const circle: Record<string, unknown> = {};
circle["self"] = circle;
const revoked = Proxy.revocable({}, {});
revoked.revoke();

const values: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  Number.NaN,
  "",
  "__proto__",
  [],
  [null],
  Array.from({ length: 3 }),
  {},
  JSON.parse('{"__proto__":{"role":"user"}}'),
  1n,
  Symbol("s"),
  broken,
  new Date(Number.NaN),
  new Map(),
  circle,
  nested(6_000),
  nested(100_000),
  { toJSON: broken },
  { [Symbol.toPrimitive]: broken, toString: broken },
  Object.defineProperty({}, "a", { enumerable: true, get: broken }),
  new Proxy({}, { get: broken, ownKeys: broken }),
  new Proxy([], { get: broken }),
  revoked.proxy,
];

type Path = readonly (string | number)[];

/** The paths of all values, and of an unknown field of each object. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Object.keys(value).map((key) => (Array.isArray(value) ? Number(key) : key));
  const inner = keys.flatMap((key) => pathsOf(Reflect.get(value, key), [...path, key]));
  return Array.isArray(value) ? [path, ...inner] : [path, ...inner, [...path, "unknown"]];
}

/** Returns a copy with another value at a path, or with a getter that throws. */
function damage(base: unknown, [key, ...rest]: Path, value: unknown, isGetter: boolean): unknown {
  if (key === undefined) return value;
  const copy: object = Array.isArray(base) ? base.slice() : { ...(base as object) };
  if (rest.length === 0 && isGetter)
    return Object.defineProperty(copy, key, { enumerable: true, get: broken });
  Reflect.set(copy, key, damage(Reflect.get(copy, key), rest, value, isGetter));
  return copy;
}

async function errorOf(run: Entry["run"], value: unknown): Promise<unknown> {
  try {
    await run(value as never);
    return null;
  } catch (error) {
    return error;
  }
}

function placeOf(path: Path): string {
  return path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
}

/** Whether an error names a place, something in it, or something that contains it. */
function isNamed(message: string, place: string): boolean {
  const [field = ""] = message.split(/ is | cannot be read/u);
  const named = field
    .replace(/^(?:history|messages|request\.tools)/u, "")
    .replace(/^state/u, ".state");
  return place.includes(named) || named.startsWith(place);
}

test.each(Object.entries(entries))(
  "a malformed value is accepted, or rejected by its name: %s",
  async (_name, { base, run }) => {
    expect(await errorOf(run, base)).toBeNull();
    const paths = pathsOf(base);
    let rejected = 0;
    const law = fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.nat(values.length - 1),
      fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
      async (path, place, isGetter) => {
        const damaged = damage(base, path, values[place], isGetter && path.length > 0);
        const error = await errorOf(run, damaged);
        if (error === null) return;
        rejected += 1;
        if (!isCutpointError(error, "invalid-input"))
          throw new Error(`${placeOf(path)}: not invalid-input`, { cause: error });
        expect(error.message.length).toBeLessThan(500);
        if (!isNamed(error.message, placeOf(path)))
          throw new Error(`${placeOf(path)} is not named: ${error.message}`);
      },
    );
    const runs = cases(400);
    await fc.assert(law, runs);
    expect(rejected).toBeGreaterThan(runs.numRuns / 3);
  },
);

test("the check of a deep value takes no longer than reading it", () => {
  const deep = nested(100_000);
  const message = { role: "user", provenance: "user", parts: [], note: deep };
  const history = { items: [{ id: "a", message }], state: null } as unknown as History;
  const time = workingTime(() =>
    expect(() => compactor.usage(history)).toThrow(/^history\.items\[0\]\.message\.note is /),
  );
  expect(time).toBeLessThan(1_000);
});
