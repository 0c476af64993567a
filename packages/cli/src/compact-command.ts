import { compactMessages, type Receipt } from "@cutpoint/core";
import { PROVIDER_FORMATS, toProvider } from "./provider-messages.ts";
import { mainThread, readAndReport } from "./read-input.ts";
import { countIn, oneOf, parseCommand, type Command, terminalJson } from "./parse-command.ts";
import { liveMessages, messagesText, warningLines } from "./live-messages.ts";
import { parseSummarizer } from "./summarizer-flag.ts";

const HELP = `Usage: cutpoint compact <file|store|-> --budget <tokens> [--session <id>] [--summarizer <name>]
                        [--format <name>] [--json]

Compacts the conversation of a session and prints the messages that would be sent. The receipt is printed
on standard error. Secrets are replaced by [redacted].
Example: cutpoint compact ~/.claude/projects/my-project/1234.jsonl --budget 20000

  --session <id>       a session of a store or of opencode's database (default: the newest)
  --budget <tokens>    size of the result
  --summarizer <name>  extractive (default), openai:<model> or anthropic:<model>; the key is read from
                       OPENAI_API_KEY or ANTHROPIC_API_KEY
  --format <name>      text (default), chat, responses or anthropic
  --keep-secrets       do not replace secrets
  --json               print { messages, receipt } in Cutpoint's format`;

/** Prints a session as it would be sent after a compaction. */
export const compactCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand("compact", values, {
      session: { type: "string" },
      budget: { type: "string" },
      summarizer: { type: "string", default: "extractive" },
      format: { type: "string", default: "text" },
      "keep-secrets": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    });
    if (flags.budget === undefined) throw new Error("compact needs --budget <tokens>");
    const budgetTokens = countIn("--budget", flags.budget);
    const format = oneOf("--format", flags.format, ["text", ...PROVIDER_FORMATS]);
    const summarizer = parseSummarizer(flags.summarizer);
    const session = await readAndReport(path, output, flags.session);
    const before = liveMessages(mainThread(session), flags["keep-secrets"]);
    const { messages, receipt, warnings } = await compactMessages(before, {
      budgetTokens,
      summarizer,
    });
    if (flags.json) {
      output.print(terminalJson({ messages, receipt, warnings }));
      return 0;
    }
    output.print(
      format === "text"
        ? messagesText(messages)
        : terminalJson(toProvider(messages, format, session.source.format)),
    );
    for (const line of warningLines(warnings)) output.printError(line);
    output.printError(receiptLine(before.length, messages.length, receipt));
    return 0;
  },
};

function receiptLine(before: number, after: number, receipt: Receipt | null): string {
  if (receipt === null) return `${before} messages fit: nothing was compacted`;
  const { compacted, kept, method, tokensAfter, tokensBefore } = receipt;
  const tokens = (count: number): string => count.toLocaleString("en");
  return `${before} messages became ${after}: ${tokens(tokensBefore)} → ${tokens(tokensAfter)} tokens (${method}; ${compacted.items} compacted, ${kept.items} kept)`;
}
