import { systemMessage } from "@cutpoint/core";
import { openSession } from "@cutpoint/session";
import { createAgent } from "./agent-loop.ts";
import { branchCourse, takeBranches } from "./branch-course.ts";
import { closingTable } from "./closing-table.ts";
import { createCounter } from "./count-request.ts";
import type { DemoEvent, Listener } from "./demo-event.ts";
import { openLog, type SessionLog } from "./open-log.ts";
import { openModel } from "./open-model.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { openQuestions } from "./questions.ts";
import { createRecording } from "./recording.ts";
import { isSuccess, makeReport, type Report } from "./report.ts";
import { findRepository } from "./repository.ts";
import { progressOf } from "./session-log.ts";
import { openSummaryWriter, type SummaryWriterOptions } from "./summary-writer.ts";
import { SYSTEM_PROMPT } from "./system-prompt.ts";
import { createTerminal, openingLines } from "./terminal.ts";
import { createToolbox } from "./tools/toolbox.ts";
import { writePage } from "./write-page.ts";

const LARGEST_RESULT_CHARACTERS = 6_000;
const DEFAULT_MODEL = "gpt-4.1-mini";

/** @returns the exit code: 0 if every finding was found, 1 if not, 2 for wrong arguments */
async function main(values: readonly string[]): Promise<number> {
  const parsed = parseOptions(values);
  if (parsed.type === "mistake") return mistake(parsed.message);
  const { options } = parsed;
  if (options.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const opened = await openLog(options);
  if (typeof opened === "string") return mistake(opened);
  await using log = opened;
  if (log.notice !== undefined && !options.json) print(log.notice);
  const report = await converse(options, log);
  if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else for (const line of closingTable(report)) print(line);
  if (options.html !== false) {
    const file = options.html === true ? undefined : options.html;
    const page = await writePage(log.store, log.sessionId, findRepository(), file);
    if (!options.json) print(`the page          ${page}`);
  }
  return isSuccess(report) ? 0 : 1;
}

async function converse(options: Options, log: SessionLog): Promise<Report> {
  const { windowTokens, resume, json } = options;
  const { store, sessionId } = log;
  const root = findRepository();
  const resultCharacters = Math.min(LARGEST_RESULT_CHARACTERS, Math.floor(windowTokens * 0.375));
  const real = realModel();
  const pageLines = Math.floor(resultCharacters / 75);
  await using opened = await openModel(real, { windowTokens, pageLines });
  const { model } = opened;
  const count = createCounter();
  const toolbox = createToolbox({ root, store, sessionId, resultCharacters });
  const { entries, asked, answered } = await progressOf(store, sessionId);
  const open = openQuestions(answered, Math.max(0, ...asked));
  const course = options.branches ? branchCourse(open) : null;
  const questions = course === null ? open : Object.values(course).flat();
  const resumedEntries = resume ? entries : null;

  const recording = createRecording();
  const terminal: Listener = json
    ? () => {}
    : createTerminal({ windowTokens, questions: questions.length, write: print });
  const emit = (event: DemoEvent): void => {
    recording.listener(event);
    terminal(event);
  };
  if (!json)
    for (const line of openingLines({
      windowTokens,
      questions: questions.length,
      model: model.name,
      resumedEntries,
    }))
      print(line);

  await using writer = await openSummaryWriter({
    kind: options.summarizer,
    windowTokens,
    real,
  });
  await using session = await openSession({
    store,
    sessionId,
    summarizer: writer.summarizer,
    onEvent: (event) => emit({ type: "compaction", event }),
  });
  if (entries === 0) await session.append([systemMessage(SYSTEM_PROMPT)]);
  const agent = createAgent({ session, model, count, toolbox, windowTokens, emit });
  let failure: string | null = null;
  try {
    if (course !== null) await takeBranches(course, { session, store, agent, windowTokens, emit });
    else for (const question of open) await agent.ask(question, asked.has(question.number));
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  return await makeReport({
    windowTokens,
    model: model.name,
    questions,
    recording,
    count,
    tools: toolbox.definitions,
    store,
    sessionId,
    root,
    log: await log.where(sessionId),
    resumedEntries,
    failure,
  });
}

/** Reads the settings of a real model from the environment. Returns `null` without a key. */
function realModel(): SummaryWriterOptions["real"] {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: name } = process.env;
  if (apiKey === undefined || apiKey === "") return null;
  return {
    apiKey,
    model: name ?? DEFAULT_MODEL,
    baseURL: baseURL === undefined || baseURL === "" ? null : baseURL,
  };
}

function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Replaces control characters, which a file or a model could use to control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, "�");
}

function mistake(message: string): number {
  process.stderr.write(`demo: ${message}\n`);
  return 2;
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    `demo: ${printable(error instanceof Error ? error.message : String(error))}\n`,
  );
  return 1;
});
