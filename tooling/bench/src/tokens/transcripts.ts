import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Chunk, measure } from "@cutpoint/fit-estimator";
import { printTable } from "../goals.ts";
import { percent } from "./accuracy.ts";
import type { Counters } from "./counters.ts";

type Transcript = {
  readonly messages?: readonly {
    readonly role: string;
    readonly content?: unknown;
    readonly toolCalls?: readonly { readonly arguments: unknown }[];
  }[];
};

const SHORTEST = 40;

/** Prints the error on recorded conversations, which were not used for any choice. */
export function printTranscripts({ ours, exact, others }: Counters): void {
  const directory = process.env["CUTPOINT_TRANSCRIPTS"];
  if (directory === undefined || directory === "") {
    console.log("\nRecorded conversations skipped: CUTPOINT_TRANSCRIPTS is not set.");
    return;
  }
  const chunks = readdirSync(directory)
    .filter((name) => name.endsWith(".json.gz"))
    .flatMap((name) =>
      textsOf(JSON.parse(gunzipSync(readFileSync(join(directory, name))).toString()) as Transcript),
    );
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

function textsOf(transcript: Transcript): readonly Chunk[] {
  return (transcript.messages ?? [])
    .flatMap((message) => [
      ...(typeof message.content === "string"
        ? [{ kind: message.role, text: message.content }]
        : []),
      ...(message.toolCalls ?? []).map((call) => ({
        kind: "tool call",
        text: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
      })),
    ])
    .filter(({ text }) => text.length >= SHORTEST)
    .map((chunk) => ({ ...chunk, weight: 1 }));
}
