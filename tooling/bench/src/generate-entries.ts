import { assistantMessage, toolMessage, userMessage } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { testChunks } from "@cutpoint/fit-estimator";
import type { CompactionEntry, Entry } from "@cutpoint/session";
import { createRandom } from "../../../packages/conformance/src/random.ts";

/** The kinds of text in the session of an agent. */
const KINDS: ReadonlySet<string> = new Set([
  "prose-english",
  "markdown",
  "source-typescript",
  "source-python",
  "diff",
  "json-pretty",
  "tool-calls",
  "logs",
  "stack-trace",
  "shell-session",
]);

const TEXTS: readonly string[] = testChunks()
  .filter(({ kind }) => KINDS.has(kind))
  .map(({ text }) => text);

/** Results in lines of about 800 bytes, as in real sessions of agents. */
const MEAN_CHARACTERS = 420;

/** Entries after the newest compaction of a generated log, and kept items before it. */
const NEWER = 200;
const KEPT = 60;

/** Creates a message entry with a new id. */
export function messageEntry(index: number, parentId: string | null, random: () => number): Entry {
  const text = textOf(random);
  const kind = index % 4;
  const message =
    kind === 0
      ? userMessage(text)
      : kind === 3
        ? assistantMessage(text)
        : kind === 1
          ? assistantMessage("", [
              { callId: `call-${index}`, name: "read_file", arguments: JSON.stringify({ text }) },
            ])
          : toolMessage({ callId: `call-${index - 1}`, name: "read_file" }, text);
  return {
    type: "message",
    id: crypto.randomUUID(),
    parentId,
    at: 1_700_000_000_000 + index,
    message,
  };
}

/** Generates a log of the given length with a compaction near the end that keeps {@link KEPT} items. */
export function* logOf(length: number): Generator<Entry> {
  const random = createRandom(length);
  const recent: string[] = [];
  let head: string | null = null;
  for (let index = 0; index < length; index += 1) {
    const isState = index === length - NEWER - 1;
    const entry: Entry = isState
      ? compactionEntry(recent.at(-KEPT - 1) ?? "", recent.at(-KEPT) ?? null, head)
      : messageEntry(index, head, random);
    recent.push(entry.id);
    if (recent.length > KEPT * 2) recent.shift();
    head = entry.id;
    yield entry;
  }
}

function compactionEntry(
  compactedThrough: string,
  firstKeptId: string | null,
  parentId: string | null,
): CompactionEntry {
  return {
    type: "compaction",
    id: crypto.randomUUID(),
    parentId,
    at: 1_700_000_000_000,
    reason: "threshold",
    receipt: null,
    state: {
      ...emptyState(),
      compactedThrough,
      firstKeptId,
      lastSeenId: compactedThrough,
      prefix: [
        { kind: "summary", sourceId: null, part: { type: "text", text: "word ".repeat(2000) } },
      ],
      compacted: { items: 1, from: null, to: null, turnIds: [] },
    },
  };
}

/** Returns a piece of text. */
function textOf(random: () => number): string {
  const text = TEXTS[Math.floor(random() * TEXTS.length)] ?? "";
  const start = Math.floor(random() * Math.max(1, text.length - MEAN_CHARACTERS));
  const length = Math.floor(MEAN_CHARACTERS * (0.4 + 1.2 * random()));
  return text.slice(start, start + length).toWellFormed();
}
