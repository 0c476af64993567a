import { gunzipSync, gzipSync } from "node:zlib";
import { assistantMessage, type Item, toolMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import type { RecordedCompaction } from "@cutpoint/readers";
import { inspectPage, playgroundPage } from "../src/index.ts";
import type { InspectedSession } from "../src/page-data-of.ts";
import type { PageData } from "../src/page-data.ts";
import { generatedSession } from "./support/generated-session.ts";

/** Largest page without its session, in bytes after gzip. */
const MAX_SIZE = 60_000;
/** Most characters of the program that recomputes, as compressed text. */
const MAX_ENGINE_SIZE = 156_000;
/** Largest playground without examples, in characters. */
const MAX_PLAYGROUND_SIZE = 285_000;

function contained(html: string, id: string): string {
  const text = new RegExp(`id="${id}">([^<]*)<`, "u").exec(html)?.[1] ?? "";
  return gunzipSync(Buffer.from(text, "base64")).toString();
}

async function dataOf(session: InspectedSession): Promise<PageData> {
  return JSON.parse(contained(await inspectPage(session), "data")) as PageData;
}

const read = { callId: "r1", name: "read_file", arguments: '{"path":"a.ts"}' };
const again = { ...read, callId: "r2" };
const items: readonly Item[] = [
  userMessage("Fix the crash in a.ts"),
  assistantMessage("I read it.", [read]),
  toolMessage(read, "export const code_4471_x = 1;"),
  assistantMessage("I see the cause: a zero division in a.ts."),
  userMessage("Go on"),
  assistantMessage("Again: code_4471_x.", [again]),
  toolMessage(again, "export const code_4471_x = 1;"),
].map((message, index) => ({ id: `i${index}`, message }));

function sessionWith(
  compaction: Omit<RecordedCompaction, "afterId" | "trigger">,
): InspectedSession {
  return {
    source: { format: "claude-code" },
    problems: [],
    threads: [
      {
        id: "t",
        models: [],
        abandonedIds: [],
        items,
        compactions: [{ afterId: "i3", trigger: "auto", ...compaction }],
      },
    ],
  };
}

test("is at most 60 kB without its session and the program that recomputes", async () => {
  const html = await inspectPage(generatedSession({ messages: 1 }));
  expect(gzipSync(html.replace(/(?<=id="(?:data|engine)">)[^<]*/gu, "")).length).toBeLessThan(
    MAX_SIZE,
  );
  expect(/id="engine">\s*([^<\s]*)/u.exec(html)?.[1]?.length).toBeLessThan(MAX_ENGINE_SIZE);
});

test("a playground without examples has at most 300 kB", async () => {
  expect((await playgroundPage([])).length).toBeLessThan(MAX_PLAYGROUND_SIZE);
});

test("describes a recorded summary: states, sources, needs and repeats", async () => {
  const summary = "A zero division in a.ts is the cause. The user wants version_9_final.";
  const data = await dataOf(sessionWith({ method: "summary", summary, keptIds: ["i0"] }));
  const [compaction] = data.threads[0]!.compactions;
  const recorded = compaction!.results.find(({ name }) => name === "recorded")!;
  expect(compaction).toMatchObject({ origin: "recorded", at: 4, before: [0, 1, 2, 3] });
  expect(recorded.statuses).toBe("vsss");
  expect(recorded.summary.flat().map(({ source }) => source)).toEqual([3, null]);
  expect(recorded.invented).toEqual(["version_9_final"]);
  expect(compaction!.needs.map(({ text }) => text)).toEqual(["code_4471_x", "a.ts"]);
  expect(recorded.kept).toEqual([false, true]);
  expect(compaction!.repeats).toEqual([{ run: 1, earlier: 2 }]);
  expect(data.threads[0]!.runs[1]).toMatchObject({ target: "a.ts", earlier: 0, same: true });
});

test("describes pruned results as clipped, and dropped messages as gone", async () => {
  const pruned = sessionWith({
    method: "prune",
    clippedIds: ["i2"],
  });
  const dropped = sessionWith({ method: "drop", keptIds: ["i0"] });
  const statuses = async (session: InspectedSession) =>
    (await dataOf(session)).threads[0]!.compactions[0]!.results[0]!.statuses;
  expect(await statuses(pruned)).toBe("vvcv");
  expect(await statuses(dropped)).toBe("vggg");
});

test("describes an encrypted summary: nothing of it is readable, and nothing is gone", async () => {
  const { threads } = await dataOf(
    sessionWith({ method: "opaque", keptIds: ["i0"], tokensAfter: 50 }),
  );
  const [recorded] = threads[0]!.compactions[0]!.results;
  expect(recorded).toMatchObject({ statuses: "vsss", summary: [], kept: [false, true] });
});

test("continues with what the compaction before left", async () => {
  const { threads } = await dataOf(generatedSession({ messages: 600, compactions: 2 }));
  const [first, second] = threads[0]!.compactions;
  const kept = first!.results[0]!.messages;
  expect(second!.before.slice(0, kept.length)).toEqual(kept);
  expect(second!.before.slice(kept.length)).toEqual(
    Array.from({ length: second!.at - first!.at }, (_, index) => first!.at + index),
  );
});

test("leaves out messages that were taken back, and the messages that hold summaries", async () => {
  const [thread] = sessionWith({
    method: "summary",
    summary: "All is fine.",
    keptIds: ["i0"],
  }).threads;
  const taken: Item = { id: "taken", message: userMessage("Never mind") };
  const summary: Item = {
    id: "sum",
    message: { ...userMessage("All is fine."), provenance: "summary" },
  };
  const session: InspectedSession = {
    source: { format: "claude-code" },
    problems: [],
    threads: [
      {
        ...thread!,
        items: [items[0]!, taken, ...items.slice(1, 4), summary, ...items.slice(4)],
        abandonedIds: ["taken"],
        compactions: [{ ...thread!.compactions[0]!, summaryId: "sum" }],
      },
    ],
  };
  const [page] = (await dataOf(session)).threads;
  expect(page!.messages.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  expect(page!.compactions[0]).toMatchObject({ at: 4, before: [0, 1, 2, 3] });
});

test("counts only calls whose earlier result was there before the cut", async () => {
  const { threads } = await dataOf(generatedSession({ messages: 600, compactions: 1 }));
  const { at, repeats } = threads[0]!.compactions[0]!;
  expect(repeats.length).toBeGreaterThan(0);
  expect(repeats.filter(({ earlier }) => earlier >= at)).toEqual([]);
});

test("shows Cutpoint with the same budget", async () => {
  const { threads } = await dataOf(generatedSession({ messages: 600, compactions: 1 }));
  const [recorded, cutpoint] = threads[0]!.compactions[0]!.results;
  expect(cutpoint?.name).toBe("cutpoint");
  expect(cutpoint?.tokens).toBeLessThanOrEqual(recorded?.tokens ?? 0);
  expect(cutpoint?.invented).toEqual([]);
  expect([cutpoint?.messages[0], cutpoint?.statuses[0]]).toEqual([0, "v"]);
});

test("reports each compaction before it is described", async () => {
  const reported: (readonly [number, number])[] = [];
  const onProgress = (...progress: [number, number]): number => reported.push(progress);
  await inspectPage(generatedSession({ messages: 120, compactions: 3 }), { onProgress });
  expect(reported).toEqual([0, 1, 2].map((described) => [described, 3]));
});

test("makes an example if the session has no compaction", async () => {
  const { threads } = await dataOf(generatedSession({ messages: 200, compactions: 0 }));
  const [example, ...others] = threads[0]!.compactions;
  expect(others).toEqual([]);
  expect(example?.origin).toBe("example");
  expect(example?.results.map(({ name }) => name)).toEqual(["cutpoint"]);
  expect((await dataOf(generatedSession({ messages: 10 }))).threads[0]!.compactions).toEqual([]);
});

test("contains no secret, no signature and no file", async () => {
  const key = `sk-ant-api03-${"aB3dE5fG7h".repeat(6)}`;
  const message = {
    ...assistantMessage(`The key is ${key}.`, [
      { callId: "c", name: "bash", arguments: `{"command":"curl -H 'x-api-key: ${key}'"}` },
    ]),
    adapterMetadata: { raw: key },
  };
  const signed = { type: "reasoning", text: "", signature: "SIGNATURE" } as const;
  const file = {
    type: "file",
    mediaType: "image/png",
    url: `data:image/png;base64,${"A".repeat(500)}`,
  } as const;
  const session = sessionWith({ method: "summary", summary: `Uses ${key}`, keptIds: [] });
  const html = await inspectPage({
    ...session,
    threads: session.threads.map((thread) => ({
      ...thread,
      title: key,
      items: [
        { id: "s", message: { ...message, parts: [...message.parts, signed] } },
        { id: "f", message: { ...userMessage("see"), parts: [file] } },
        ...thread.items,
      ],
    })),
  });
  const text = contained(html, "data");
  expect(text).toContain("[redacted]");
  for (const secret of [key, "SIGNATURE", "A".repeat(300)]) {
    expect(text).not.toContain(secret);
    expect(html).not.toContain(secret);
  }
});
