import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Message, textOf, toolCalls } from "@cutpoint/core";
import { readTranscriptFile } from "@cutpoint/eval";
import { type Chunk, measure } from "@cutpoint/fit-estimator";
import { percent, printTable } from "../goals.ts";
import type { Counters } from "./counters.ts";

const SHORTEST = 40;

/** Reads recorded conversations, which were not used for any choice; none if `CUTPOINT_TRANSCRIPTS` is not set. */
export async function recordedConversations(): Promise<readonly (readonly Message[])[]> {
  const directory = process.env["CUTPOINT_TRANSCRIPTS"];
  if (directory === undefined || directory === "") {
    console.log("\nRecorded conversations skipped: CUTPOINT_TRANSCRIPTS is not set.");
    return [];
  }
  const names = readdirSync(directory).filter((name) => name.endsWith(".json.gz"));
  const transcripts = names.map((name) => readTranscriptFile(join(directory, name)));
  return (await Promise.all(transcripts)).map(({ messages }) => messages);
}

/** Prints the error on recorded conversations. */
export function printTranscripts(
  { ours, exact, others }: Counters,
  conversations: readonly (readonly Message[])[],
): void {
  const chunks = conversations.flat().flatMap(textsOf);
  const counts = chunks.map((chunk) => exact.estimateText(chunk.text));
  const rows = [
    ours,
    ...others.filter(({ name }) => name === "tokenx" || name === "characters/4"),
  ].map((counter) => [counter.name, ...columns(chunks, counts, counter.count)]);
  const kinds = measure(chunks, counts, ours.count).kinds.map(
    ({ kind, texts }) => `${kind} (${texts})`,
  );
  printTable(
    "Recorded conversations: mean error by message, and error of the sum",
    ["counter", ...kinds, "sum"],
    rows,
  );
}

function columns(
  chunks: readonly Chunk[],
  counts: readonly number[],
  count: (text: string) => number,
): readonly string[] {
  const total = counts.reduce((sum, tokens) => sum + tokens, 0);
  const estimated = chunks.reduce((sum, chunk) => sum + count(chunk.text), 0);
  return [
    ...measure(chunks, counts, count).kinds.map((kind) => percent(kind.mean)),
    percent(estimated / total - 1),
  ];
}

function textsOf(message: Message): readonly Chunk[] {
  const calls = message.role === "assistant" ? toolCalls(message) : [];
  return [
    { kind: message.role, text: textOf(message) },
    ...calls.map((call) => ({ kind: "tool call", text: call.arguments })),
  ].flatMap((chunk) => (chunk.text.length < SHORTEST ? [] : [{ ...chunk, weight: 1 }]));
}
