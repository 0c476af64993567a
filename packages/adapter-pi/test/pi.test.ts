import { readFile } from "node:fs/promises";
import { type Message, type Receipt, textOf } from "@cutpoint/core";
import type { Script } from "@cutpoint/provider-sim";
import type { CompactionEntry, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import { summaryWith } from "../../prompts/test/support/conversation.ts";
import defaultExtension from "../src/extension.ts";
import { createPiExtension, type PiExtensionOptions } from "../src/index.ts";
import { createPiRig, type PiRig } from "./support/pi-rig.ts";

const CODE = "BLUE-HERON-42";

/** Every third question is answered after a call of a tool. A request without tools is for a summary of pi. */
const script: Script = ({ body, messages }) => {
  if (!("tools" in (body as object))) return "## Next Steps\n1. Deploy to the host OTTER-7.";
  const turn = newestQuestion(messages);
  if (turn % 3 !== 0 || messages.at(-1)?.role === "tool")
    return `Answer ${turn}. ${"Fine. ".repeat(20)}`;
  const path = `src/file-${turn}.ts`;
  return { type: "answer", calls: [{ name: "read", arguments: JSON.stringify({ path }) }] };
};

function newestQuestion(messages: readonly Message[]): number {
  const asked = messages.flatMap((message) => [...textOf(message).matchAll(/Question (\d+):/gu)]);
  return Number(asked.at(-1)?.[1] ?? 0);
}

function question(turn: number): string {
  if (turn === 2) return `Question 2: remember that the code is ${CODE}. Never use tabs.`;
  return `Question ${turn}: is file ${turn} right? ${"Look at each line. ".repeat(12)}`;
}

/** An extension of ours, and the receipts of its compactions. */
function watched(options: PiExtensionOptions = {}): {
  readonly extension: ExtensionFactory;
  readonly receipts: Receipt[];
} {
  const receipts: Receipt[] = [];
  const extension = createPiExtension({
    ...options,
    onEvent: (event) => void (event.type === "applied" && receipts.push(event.receipt)),
  });
  return { extension, receipts };
}

/** Asks questions, and returns the file of the session. */
async function ask(
  rig: PiRig,
  extensions: readonly ExtensionFactory[],
  [from, to]: readonly [number, number],
  file?: string,
): Promise<string> {
  const session = await rig.open(extensions, file);
  try {
    for (let turn = from; turn <= to; turn += 1) await session.prompt(question(turn));
    return session.sessionFile ?? "";
  } finally {
    session.dispose();
  }
}

async function compactionsIn(file: string): Promise<readonly CompactionEntry[]> {
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as { readonly type: string });
  return entries.filter(({ type }) => type === "compaction") as CompactionEntry[];
}

function refusals({ provider }: PiRig): readonly unknown[] {
  return provider
    .requests()
    .flatMap(({ outcome }) => (outcome.type === "answered" ? [] : [outcome]));
}

test("a session compacts, is compacted again after it was reopened, and is read by pi alone", async () => {
  await using rig = await createPiRig({ windowTokens: 12_000, script }, 8_000);
  const { extension, receipts } = watched();
  const file = await ask(rig, [extension], [1, 12]);
  const first = await compactionsIn(file);
  await ask(rig, [defaultExtension], [13, 20], file);
  await ask(rig, [], [21, 21], file);

  expect(first.length).toBeGreaterThan(0);
  expect(receipts).toHaveLength(first.length);
  expect(refusals(rig)).toEqual([]);
  const compactions = await compactionsIn(file);
  expect(compactions.length).toBeGreaterThan(first.length);
  expect(compactions.every(({ fromHook }) => fromHook)).toBe(true);
  const last = JSON.stringify(rig.provider.requests().at(-1)?.messages);
  expect(last).toContain(CODE);
  expect(last).toContain("<user-rules>\\n- Never use tabs.");
  expect(last).toContain("src/file-3.ts");
  expect(last).toContain("Question 21");
});

test("the model of the session writes the summary, and the session counts its cost", async () => {
  const text = summaryWith(`the code ${CODE} is set`);
  await using rig = await createPiRig({
    windowTokens: 12_000,
    script: ({ messages }) =>
      textOf(messages.at(-1)!).startsWith("Question") ? "Right. ".repeat(150) : text,
  });
  const { extension, receipts } = watched({ summarizer: "session-model" });
  const session = await rig.open([extension]);
  for (let turn = 1; turn <= 8; turn += 1) await session.prompt(question(turn));
  const { details, usage } = await session.compact("Keep the code.");
  session.dispose();

  expect(receipts).toMatchObject([{ reason: "manual", method: "local" }]);
  expect(JSON.stringify(rig.provider.requests().at(-1)?.messages)).toContain("Keep the code.");
  expect(usage?.totalTokens).toBeGreaterThan(100);
  expect(JSON.stringify(details)).toContain("the code BLUE-HERON-42 is set");
});

test("the model asks for a compaction, which runs after the answer near the limit of pi", async () => {
  const passage = `remember that the code is ${CODE}.`;
  const asking: Script = ({ messages }) => {
    const called = messages.at(-1)?.role === "tool";
    if (called) return `Answer ${newestQuestion(messages)}. ${"Fine. ".repeat(80)}`;
    const input = JSON.stringify({ reason: "done", keep: [passage, "Never said."] });
    return { type: "answer", calls: [{ name: "compact_conversation", arguments: input }] };
  };
  await using rig = await createPiRig({ windowTokens: 24_000, script: asking }, 16_384);
  const { extension, receipts } = watched({ compactTool: true });
  const sizes: number[] = [];
  const session = await rig.open([extension]);
  for (let turn = 1; receipts.length === 0 && turn < 60; turn += 1) {
    sizes.push(session.getContextUsage()?.tokens ?? 0);
    await session.prompt(question(turn));
  }
  await session.prompt(question(60));
  session.dispose();

  expect(receipts).toMatchObject([{ reason: "tool" }]);
  expect(receipts[0]?.tokensAfter).toBeLessThan(4_000);
  expect(sizes.length).toBeGreaterThan(15); // earlier calls compact nothing
  const requests = rig.provider.requests();
  const result = JSON.stringify(requests[1]?.messages.at(-1));
  expect(result).toContain("Not kept, because it does not occur verbatim");
  expect(JSON.stringify(requests.at(-1)?.messages)).toContain(
    `<pinned-message by=\\"user\\">\\n${passage}\\n</pinned-message>`,
  );
  expect(refusals(rig)).toEqual([]);
});

test(
  "200 turns with an overflow, other extensions and a session that is reopened",
  { tags: ["long"] },
  async () => {
    let failures = 0;
    await using rig = await createPiRig(
      {
        windowTokens: 12_000,
        script: (request) => {
          if (newestQuestion(request.messages) !== 77 || failures > 0) return script(request);
          failures += 1;
          return { type: "failure", failure: "overflow" };
        },
      },
      6_000,
    );
    const { extension, receipts } = watched();
    const notes: ExtensionFactory = (pi) => {
      pi.on("session_before_compact", () => undefined);
      pi.on("before_agent_start", () => ({
        message: { customType: "note", content: "The tests pass.", display: false },
      }));
    };
    const empty: ExtensionFactory = (pi) => {
      pi.on("session_before_compact", () => ({}));
    };
    let file: string | undefined;
    for (let from = 1; from <= 200; from += 40) {
      const others = from === 121 ? [notes, extension, empty] : [notes, extension];
      file = await ask(rig, others, [from, from + 39], file);
    }
    const last = JSON.stringify(rig.provider.requests().at(-1)?.messages);
    await ask(rig, [], [201, 201], file);

    expect(refusals(rig)).toEqual([{ type: "failed", failure: "overflow" }]);
    expect(receipts.map(({ reason }) => reason)).toContain("overflow");
    const compactions = await compactionsIn(file ?? "");
    const own = compactions.filter(({ fromHook }) => fromHook);
    expect(own.length).toBeGreaterThan(8);
    expect(own.length).toBeLessThan(compactions.length); // the empty result of another extension wins
    expect(last).toContain("Question 200");
    expect(last).toContain("<user-rules>\\n- Never use tabs.");
    expect(last).toContain(CODE); // the summaries of pi do not have it
  },
);
