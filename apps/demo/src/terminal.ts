import { styleText } from "node:util";
import { branchLines } from "./branch-lines.ts";
import { compactionLines } from "./compaction-lines.ts";
import type { DemoEvent, Listener } from "./demo-event.ts";
import { clipped, LINE_WIDTH, number, wrapped } from "./layout.ts";
import { barLegend, windowBar } from "./window-bar.ts";

const BAR_WIDTH = 40;
const TEXT_INDENT = 5;

export type TerminalOptions = {
  readonly windowTokens: number;
  /** Number of questions of this run. */
  readonly questions: number;
  readonly write: (line: string) => void;
};

/** Creates a listener that prints plain lines of at most {@link LINE_WIDTH} characters, colored if the terminal allows it. */
export function createTerminal({ windowTokens, questions, write }: TerminalOptions): Listener {
  let requests = 0;
  let asked = 0;
  const text = (mark: string, words: string): void => {
    const [first = "", ...rest] = wrapped(words, LINE_WIDTH - TEXT_INDENT);
    write(`${mark.padStart(TEXT_INDENT - 1)} ${first}`);
    for (const line of rest) write(`${" ".repeat(TEXT_INDENT)}${line}`);
  };

  return (event: DemoEvent): void => {
    switch (event.type) {
      case "question":
        asked += 1;
        write("");
        write(questionTitle(event.question.number, asked, questions));
        text("?", event.question.text);
        break;
      case "request": {
        requests += 1;
        const { cachePoints, shares } = event;
        const { tokens } = shares;
        const share = `${Math.round((tokens / windowTokens) * 100)} %`;
        const head = `${String(requests).padStart(4)} ${windowBar(shares, windowTokens, BAR_WIDTH, cachePoints)}`;
        const size = `${number(tokens).padStart(8)} ${share.padStart(5)}`;
        write(`${head}${size}  ${clipped(event.action, LINE_WIDTH - BAR_WIDTH - 21)}`);
        break;
      }
      case "refused":
        text("!", `rejected: ${event.message}`);
        break;
      case "compaction":
        for (const line of compactionLines(event.event, windowTokens)) write(line);
        break;
      case "leaving":
      case "branches":
        for (const line of branchLines(event)) write(line);
        break;
      case "answer": {
        const source =
          event.source === "search" ? "found by searching the log" : "from its context";
        text("=", event.question.recalls === null ? event.text : `${event.text} (${source})`);
        break;
      }
    }
  };
}

/** Renders the first lines of the output. */
export function openingLines(options: {
  readonly windowTokens: number;
  readonly questions: number;
  readonly model: string;
  readonly resumedEntries: number | null;
}): readonly string[] {
  const { windowTokens, questions, model, resumedEntries } = options;
  const going =
    resumedEntries === null ? "" : `, continuing a log of ${number(resumedEntries)} entries`;
  return [
    styleText("bold", "Cutpoint: a long conversation in a small window"),
    `${questions} questions, a window of ${number(windowTokens)} tokens, answered by ${model}${going}`,
    `each request: ${barLegend()}`,
  ];
}

function questionTitle(number: number, asked: number, questions: number): string {
  if (number === asked) return styleText("bold", `Question ${number} of ${questions}`);
  return `${styleText("bold", `Question ${number}`)} (${asked} of ${questions} in this run)`;
}
