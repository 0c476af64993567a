import { stat, writeFile } from "node:fs/promises";
import { type Transcript, type Tuning, tunePolicies, tuningPage } from "@cutpoint/eval";
import { alignedLines } from "./aligned-lines.ts";
import type { Output } from "./command.ts";
import { eachSecond } from "./each-second.ts";
import { countIn, parseCommand, type Command, terminalJson } from "./parse-command.ts";
import { transcriptFiles, transcriptsIn } from "./transcript-files.ts";

/** The largest files of a folder that are read. */
const MOST_FILES = 12;

const HELP = `Usage: cutpoint tune <session|folder> [--window <tokens>] [--html <file>] [--json]

Replays your sessions under a handful of policies with offline summaries, and recommends one: the cheapest that keeps
at most 3 points less than the best, counting the standard error. Cost is in uncached input tokens for each token of
conversation. Kept is what later messages need and the request still contains after a compaction.
Example: cutpoint tune ~/.claude/projects/my-project --window 200000

  --window <tokens>  the context window (default: 200000; if no session is longer, half of the longest session)
  --html <file>      write a page with the picture
  --json             print the measured policies as JSON instead of the table

Of a folder and its subfolders, the ${MOST_FILES} largest files are read. The newest 3 windows of the longest sessions are
replayed, together at most 3 windows, or 300,000 tokens if that is more.`;

/** Compares policies on a person's own sessions. */
export const tuneCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand(
      "tune",
      values,
      {
        window: { type: "string" },
        html: { type: "string" },
        json: { type: "boolean", default: false },
      },
      "the path of a session, or of a folder of sessions",
    );
    const chosen =
      flags.window === undefined ? {} : { windowTokens: countIn("--window", flags.window) };
    const transcripts = await readLargest(path, output);
    const report = eachSecond((done: number, of: number) => {
      output.printError(`${done} of ${of} replays`);
    });
    const tuning = await tunePolicies(transcripts, { ...chosen, onProgress: report });
    if (flags.window === undefined) output.printError(defaultWindowNote(tuning));
    if (flags.html !== undefined) await writeFile(flags.html, tuningPage(tuning));
    if (flags.json) output.print(terminalJson(tuning));
    else for (const line of tableOf(tuning)) output.print(line);
    return 0;
  },
};

function defaultWindowNote({ windowTokens }: Tuning): string {
  return `--window is not set: replayed in a window of ${windowTokens.toLocaleString("en")} tokens`;
}

/** Reads the largest files of a folder. Files that are not sessions are skipped. */
async function readLargest(path: string, { printError }: Output): Promise<readonly Transcript[]> {
  const files = await transcriptFiles([path]);
  if (files.length === 1) return wholeSessions(await transcriptsIn(files[0] ?? path));
  const sized = await Promise.all(
    files.map(async (file) => ({ file, size: (await stat(file)).size })),
  );
  const largest = sized.toSorted((a, b) => b.size - a.size).slice(0, MOST_FILES);
  const transcripts: Transcript[] = [];
  for (const { file } of largest)
    try {
      transcripts.push(...wholeSessions(await transcriptsIn(file)));
    } catch (error) {
      printError(`skipped ${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  return transcripts;
}

function wholeSessions(transcripts: readonly Transcript[]): readonly Transcript[] {
  return transcripts.filter(({ summary }) => summary === null);
}

function tableOf({ policies, recommended, sessions, windowTokens }: Tuning): readonly string[] {
  const tokens = sessions.reduce((sum, session) => sum + session.tokens, 0);
  const rows = policies.map((one) => [
    `${one === recommended ? ">" : one.isOnFrontier ? "*" : " "} ${one.name}`,
    one.cost.toFixed(2),
    `${(one.kept * 100).toFixed(1)} %`,
    one.largestTokens.toLocaleString("en"),
    one.compactions.toFixed(1),
    one.aboveWindow === 0 ? "" : `${one.aboveWindow} requests above the window`,
  ]);
  const head = ["  policy", "cost", "kept", "largest request", "compactions", ""];
  return [
    `${sessions.length} ${sessions.length === 1 ? "session" : "sessions"}, ${tokens.toLocaleString("en")} tokens, in a window of ${windowTokens.toLocaleString("en")} tokens`,
    "",
    ...alignedLines([head, ...rows], (column) => column > 0 && column < 5),
    "",
    "* no other policy costs less and keeps as much",
    ...(recommended === null
      ? ["Every policy exceeded the window."]
      : ["> recommended:", JSON.stringify(recommended.policy)]),
  ];
}
