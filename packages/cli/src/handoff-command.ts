import { compactMessages } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import type { SessionSource } from "@cutpoint/readers";
import { isOfTheWork, liveMessages, messagesText, warningLines } from "./live-messages.ts";
import { mainThread, readAndReport } from "./read-input.ts";
import { countIn, oneOf, parseCommand, type Command, terminalJson } from "./parse-command.ts";

const TARGETS = ["claude-code", "codex", "pi", "markdown"] as const;

/** How each tool starts with a prompt from a file. */
const START: Readonly<Record<(typeof TARGETS)[number], string | null>> = {
  "claude-code": 'claude "$(cat brief.md)"',
  codex: 'codex "$(cat brief.md)"',
  pi: "pi @brief.md",
  markdown: null,
};

/** Size of the conversation in a brief, in tokens. */
const BRIEF_TOKENS = 6_000;

const HELP = `Usage: cutpoint handoff <file|store|-> --to claude-code|codex|pi|markdown [--session <id>]
                        [--budget <tokens>] [--json]

Prints a brief from which another agent can continue the work: what was asked, what was done, and the newest
messages. Secrets are replaced by [redacted].
Example: cutpoint handoff ~/.claude/projects/my-project/1234.jsonl --to codex > brief.md

  --session <id>     a session of a store or of opencode's database (default: the newest)
  --to <tool>        the tool that continues; the command to start it is printed on standard error
  --budget <tokens>  size of the conversation in the brief (default: ${BRIEF_TOKENS})
  --json             print { brief, start } as JSON`;

/** Prints a brief for another agent. */
export const handoffCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand("handoff", values, {
      session: { type: "string" },
      to: { type: "string" },
      budget: { type: "string", default: String(BRIEF_TOKENS) },
      json: { type: "boolean", default: false },
    });
    if (flags.to === undefined) throw new Error("handoff needs --to <tool>");
    const target = oneOf("--to", flags.to, TARGETS);
    const budgetTokens = countIn("--budget", flags.budget);
    const session = await readAndReport(path, output, flags.session);
    const conversation = liveMessages(mainThread(session)).filter(isOfTheWork);
    const { messages, warnings } = await compactMessages(conversation, {
      budgetTokens,
      summarizer: createExtractiveSummarizer(),
    });
    for (const line of warningLines(warnings)) output.printError(line);
    const brief = [...introduction(session.source), "", messagesText(messages)].join("\n");
    const start = START[target];
    if (flags.json) output.print(terminalJson({ brief, start }));
    else output.print(brief);
    if (!flags.json && start !== null) output.printError(`Start it with: ${start}`);
    return 0;
  },
};

function introduction({ directory, tool }: SessionSource): readonly string[] {
  return [
    "# Continue this work",
    "",
    `Another agent${tool === undefined ? "" : ` (${tool})`} worked on this. Below is its conversation: a summary, then the newest messages. Do the newest request of the user that is not finished. Check the files before you rely on the summary.`,
    ...(directory === undefined ? [] : ["", `Working directory: ${directory}`]),
  ];
}
