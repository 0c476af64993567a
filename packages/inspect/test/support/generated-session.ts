import {
  assistantMessage,
  type Item,
  type Message,
  systemMessage,
  toolCalls,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import type { RecordedCompaction } from "@cutpoint/readers";
import { createRandom } from "../../../conformance/src/random.ts";
import type { InspectedSession } from "../../src/page-data-of.ts";

export type GeneratedSession = {
  readonly messages: number;
  /** Default: one for each 400 messages. */
  readonly compactions?: number;
  /** Messages at the end. */
  readonly last?: readonly Message[];
};

const FILES = ["src/harbour.ts", "src/tide-table.ts", "src/moorings/berth.ts", "test/tide.test.ts"];
const WORDS =
  "berth tide harbour mooring ledger vessel draught signal anchor beacon channel buoy pilot manifest".split(
    " ",
  );

/** Generates a coding session: a request, then reads, tests, edits and answers. The same input gives the same session. */
export function generatedSession({
  compactions,
  last = [],
  messages,
}: GeneratedSession): InspectedSession {
  const random = createRandom(messages);
  const said: Message[] = [systemMessage("You are a careful engineer.")];
  for (let step = 0; said.length < messages; step += 1) said.push(...turn(step, random));
  const items = [...said.slice(0, messages - last.length), ...last].map((message, index): Item => ({
    id: `m${index + 1}`,
    message,
  }));
  return {
    source: { format: "cutpoint", tool: "generator", toolVersion: "1" },
    problems: [{ code: "unknown-type", line: 3, count: 2 }],
    threads: [
      {
        id: "main",
        title: "Tide tables for the harbour",
        models: ["model-a"],
        abandonedIds: [],
        items,
        compactions: recorded(items, compactions ?? Math.floor(messages / 400)),
      },
    ],
  };
}

function turn(step: number, random: () => number): readonly Message[] {
  const file = FILES[step % FILES.length] ?? "";
  const prose = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  const name = `tide_${step}_level`;
  const call = (kind: string, args: object) => ({
    callId: `${kind}-${step}`,
    name: kind,
    arguments: JSON.stringify(args),
  });
  const read = call("read_file", { path: file });
  // Every fifth test names a berth that only an old result contains.
  const berth = step % 5 === 4 ? ` --only berth_${Math.max(0, step - 9)}_id` : "";
  const test = call("bash", { command: `npm test -- ${file}${berth}` });
  return [
    userMessage(`Step ${step}: make ${name} correct in ${file}. ${prose(8)}.`),
    assistantMessage(`I read ${file} first.`, [read]),
    toolMessage(
      read,
      `export const ${name} = ${step * 37 + 1000};\nexport const berth_${step}_id = "${step}";\n${prose(20 + Math.floor(random() * 120))}`,
    ),
    assistantMessage(`The value of ${name} is wrong: ${step * 37 + 1000}. I run the tests.`, [
      test,
    ]),
    toolMessage(test, `${step % 3 === 0 ? "1 failed" : "12 passed"}\n${prose(30)}`, step % 3 === 0),
    assistantMessage(`Done: ${name} is ${step * 37 + 1001} now. ${prose(12)}.`),
  ];
}

function recorded(items: readonly Item[], count: number): readonly RecordedCompaction[] {
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor(((index + 1) * items.length) / (count + 1));
    const after = items.slice(0, at).findLastIndex(endsTurn);
    const steps = Math.floor(after / 6) - 1;
    return {
      afterId: items[after]?.id ?? null,
      method: "summary",
      trigger: index % 2 === 0 ? "auto" : "manual",
      summary: [
        "## Goal",
        `Make tide_${steps}_level correct in ${FILES[steps % FILES.length]}. The tests of the harbour run with npm.`,
        `- tide_${steps - 1}_level is ${(steps - 1) * 37 + 1001} now.`,
        "- The team decided to call the release quay_9931_final.",
      ].join("\n"),
      keptIds: items.slice(after - 2, after + 1).map(({ id }) => id),
    };
  });
}

function endsTurn({ message }: Item): boolean {
  return message.role === "assistant" && toolCalls(message).length === 0;
}
