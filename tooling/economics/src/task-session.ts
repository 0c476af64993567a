import {
  assistantMessage,
  type Item,
  type Message,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { COMPACT_TOOL_NAME } from "@cutpoint/core/session";
import { createRandom } from "../../../packages/conformance/src/random.ts";

/** A session of 100 turns: 20 tasks of five turns. The model calls the compact tool at the end of each task. */
export type TaskSession = {
  readonly items: readonly Item[];
  /** Questions about earlier tasks: the number of items before the answer, and what the answer needs. */
  readonly questions: readonly { readonly place: number; readonly needed: readonly string[] }[];
};

const TASKS = 20;
const BOATS = ["Heron", "Egret", "Curlew", "Plover", "Avocet", "Dunlin", "Petrel", "Gannet"];
const WORDS =
  "plank rope tar deck cabin light keel winch sail bilge pump rail hatch seam wire iron stone tide".split(
    " ",
  );

/** Returns a session whose tasks end with values that are asked for later: of the user, of the model and of a tool. */
export function createTaskSession(seed: number): TaskSession {
  const below = numbers(seed);
  const code = (prefix: string): string => `${prefix}-${1_000 + below(9_000)}`;
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[below(WORDS.length)]).join(" ");
  const messages: Message[] = [];
  const questions: TaskSession["questions"][number][] = [];
  const call = (name: string, input: object, result: string): void => {
    const { callId, ...rest } = {
      callId: `call-${messages.length}`,
      name,
      arguments: JSON.stringify(input),
    };
    messages.push(
      assistantMessage("", [{ callId, ...rest }]),
      toolMessage({ callId, name }, result),
    );
  };
  const read = (path: string, told: string): void => {
    const lines = Array.from({ length: 20 + below(40) }, () => `${words(6)}: ${code(words(1))}`);
    lines.splice(below(lines.length), 0, told);
    call("read_file", { path }, lines.join("\n"));
  };
  const jobs = Array.from({ length: TASKS }, (_, index) => ({
    boat: `${BOATS[index % BOATS.length]}-${index + 1}`,
    order: code("order"),
    part: code("part"),
    berth: code("berth"),
  }));
  for (const [index, { berth, boat, order, part }] of jobs.entries()) {
    const ask = (text: string): number => messages.push(userMessage(text));
    const answer = (text: string): number => messages.push(assistantMessage(text));
    ask(`Next is the ${boat}, for ${order}. Look at its hull first.`);
    read(`boats/${boat}/hull.md`, `The ${boat} lies at ${berth}.`);
    answer(`The hull of the ${boat} needs new planks: ${words(30)}.`);
    ask(`And its rig?`);
    read(`boats/${boat}/rig.md`, words(9));
    read(`boats/${boat}/sails.md`, words(9));
    answer(`The rig of the ${boat} is sound: ${words(30)}.`);
    const earlier = jobs[below(Math.max(1, index))] ?? { berth, boat, order, part };
    const { berth: place, boat: other, order: number, part: used } = earlier;
    ask(
      index === 0
        ? "Is the tide high?"
        : `By the way: what were the order, the part and the berth of the ${other}?`,
    );
    if (index > 0) questions.push({ place: messages.length, needed: [number, used, place] });
    answer(index === 0 ? "It is." : `The ${other}: ${number}, ${used}, ${place}.`);
    ask("Find a part that fits.");
    read("stock/parts.csv", `${part}: fits boats of this class.`);
    answer(`${part} fits the ${boat}: ${words(30)}.`);
    ask("Then finish it.");
    read(`boats/${boat}/bill.md`, words(9));
    const kept = [
      `Next is the ${boat}, for ${order}.`,
      `The ${boat} lies at ${berth}.`,
      `${part} fits the ${boat}`,
    ];
    call(COMPACT_TOOL_NAME, { reason: `The ${boat} is finished.`, keep: kept }, "Requested.");
    answer(`The ${boat} is finished.`);
  }
  return { items: messages.map((message, place) => ({ id: `m${place}`, message })), questions };
}

/** Seeded integers below a bound. */
function numbers(seed: number): (below: number) => number {
  const random = createRandom(seed * 2_654_435_761);
  return (below) => Math.floor(random() * below);
}
