import {
  constantIn,
  filesWith,
  type GroundTruth,
  largerOf,
  licenceOf,
  lineOf,
  linesStarting,
  longestIn,
  nodeRelease,
  versionOf,
} from "./ground-truth.ts";

/** A fact to find out. `subject` names it in a few words. */
type Topic = { readonly text: string; readonly subject: string; readonly truth: GroundTruth };

/** A question of the run. */
export type Question = {
  readonly number: number;
  readonly text: string;
  readonly truth: GroundTruth;
  /** The number of the earlier question that it asks about. `null` if it is about the source tree. */
  readonly recalls: number | null;
};

const ZOD = "packages/core/node_modules/zod";
const ZOD_CORE = `${ZOD}/src/v4/core`;
const NODE_TYPES = "node_modules/@types/node";
const OPENAI = "apps/demo/node_modules/openai";
const MESSAGE = "packages/core/src/message";

const INVESTIGATION: readonly Topic[] = [
  version("zod", "packages/core"),
  constant("STATE_VERSION", "packages/core/src", `${MESSAGE}/state.ts`),
  longest(".ts", ZOD_CORE),
  line(`${ZOD_CORE}/errors.ts`, "export function formatError"),
  licence("openai", "apps/demo"),
  {
    text: "Which version of Node.js runs the commands?",
    subject: "the version of Node.js",
    truth: nodeRelease(),
  },
  beginnings(`${ZOD_CORE}/regexes.ts`, "export const"),
  holders(ZOD_CORE, "./errors.js"),
  line(`${NODE_TYPES}/url.d.ts`, "function fileURLToPath("),
  larger(`${ZOD_CORE}/parse.ts`, `${ZOD_CORE}/registries.ts`),
  version("tiktoken", "apps/demo"),
  line(`${NODE_TYPES}/os.d.ts`, "const EOL"),
  longest(".ts", MESSAGE),
  licence("knip", "."),
  line(`${ZOD_CORE}/to-json-schema.ts`, "export function finalize"),
  constant("STATE_REQUIRES", "packages/core/src", `${MESSAGE}/state.ts`),
  beginnings(`${MESSAGE}/message.ts`, "export"),
  line(`${NODE_TYPES}/sqlite.d.ts`, "class DatabaseSync implements"),
  version("vitest", "the repository"),
  holders(MESSAGE, "./message.ts"),
  line(`${OPENAI}/README.md`, "## Handling errors"),
  larger(`${ZOD}/README.md`, `${ZOD}/LICENSE`),
  version("openai", "apps/demo"),
  line(`${NODE_TYPES}/readline.d.ts`, "function createInterface("),
  beginnings(`${ZOD_CORE}/errors.ts`, "export interface"),
  longest(".d.ts", NODE_TYPES),
];

/** Topics for a conversation that continues after its end. */
const FOLLOW_UP: readonly Topic[] = [
  version("knip", "the repository"),
  line(`${NODE_TYPES}/net.d.ts`, "class BlockList"),
  licence("knip", "."),
  line(`${ZOD_CORE}/parse.ts`, "export const safeDecodeAsync"),
  holders(ZOD_CORE, "./registries.js"),
  line(`${NODE_TYPES}/events.d.ts`, "class EventEmitterAsyncResource"),
  beginnings(`${ZOD_CORE}/util.ts`, "export function"),
];

const RECALLED = 8;

/**
 * Returns the open questions of a conversation: the rest of the investigation, or else a follow-up. Questions about the
 * findings of the first turns come last.
 *
 * @param answered numbers of the answered questions
 * @param highest the highest number that was asked, 0 if none was
 */
export function openQuestions(answered: ReadonlySet<number>, highest: number): readonly Question[] {
  const investigation = INVESTIGATION.map((topic, index) => asked(topic, index + 1));
  const open = investigation.filter(({ number }) => !answered.has(number));
  const first = Math.max(highest, INVESTIGATION.length) + 1;
  const topics = open.length > 0 ? [] : FOLLOW_UP;
  const followUp = topics.map((topic, index) => asked(topic, first + index));
  const recalls = INVESTIGATION.slice(0, RECALLED).map((topic, index) =>
    recall(topic, index + 1, first + topics.length + index),
  );
  return [...open, ...followUp, ...recalls];
}

/** Renders the text of a question. */
export function wording({ number, text }: Question): string {
  return `Question ${number}: ${text}`;
}

function asked({ text, truth }: Topic, number: number): Question {
  return { number, text, truth, recalls: null };
}

function recall({ subject, truth }: Topic, recalls: number, number: number): Question {
  const text = `A lot has happened since: what did you find for question ${recalls}, ${subject}?`;
  return { number, text, truth, recalls };
}

function version(name: string, place: string): Topic {
  return {
    text: `Which version of ${name} is installed for ${place}?`,
    subject: `the version of ${name}`,
    truth: versionOf(`${place === "the repository" ? "." : place}/node_modules/${name}`),
  };
}

function licence(name: string, place: string): Topic {
  return {
    text: `Under which licence does ${name} (below ${place}) come?`,
    subject: `the licence of ${name}`,
    truth: licenceOf(`${place}/node_modules/${name}`),
  };
}

function constant(name: string, folder: string, file: string): Topic {
  return {
    text: `What is the value of the constant ${name}, and in which file below ${folder} is it set?`,
    subject: `the constant ${name}`,
    truth: constantIn(file, name),
  };
}

function longest(ending: string, folder: string): Topic {
  return {
    text: `Which ${ending} file directly in ${folder} has the most lines, and how many?`,
    subject: `the longest file in ${folder}`,
    truth: longestIn(folder, ending),
  };
}

function line(file: string, text: string): Topic {
  return {
    text: `On which line of ${file} does "${text}" first occur?`,
    subject: `the line of "${text}"`,
    truth: lineOf(file, text),
  };
}

function beginnings(file: string, start: string): Topic {
  return {
    text: `How many lines of ${file} begin with "${start}"?`,
    subject: `the lines of ${file} that begin with "${start}"`,
    truth: linesStarting(file, start),
  };
}

function holders(folder: string, text: string): Topic {
  return {
    text: `How many files directly in ${folder} contain "${text}"?`,
    subject: `the files that contain "${text}"`,
    truth: filesWith(folder, text),
  };
}

function larger(one: string, other: string): Topic {
  return {
    text: `Which of ${one} and ${other} is larger, and how many bytes has it?`,
    subject: `the larger of two files`,
    truth: largerOf(one, other),
  };
}
