import { viewOf } from "@cutpoint/core";
import { liveItems } from "@cutpoint/readers";
import { PROVIDER_FORMATS, toProvider } from "./provider-messages.ts";
import { mainThread, readAndReport } from "./read-input.ts";
import { oneOf, parseCommand, type Command, terminalJson } from "./parse-command.ts";

const HELP = `Usage: cutpoint export <file|store|-> [--session <id>] --format chat|responses|anthropic

Prints the whole conversation of a session as JSON for a provider, unchanged: secrets stay in it. Missing
results of tool calls get a placeholder, since providers reject a call without one.
Example: cutpoint export .cutpoint/1234.jsonl --format anthropic > messages.json

  --session <id>   a session of a store or of opencode's database (default: the newest)
  --format <name>  chat (Chat Completions), responses (Responses API) or anthropic (Messages API)`;

/** Prints a session as messages of a provider. */
export const exportCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand("export", values, {
      session: { type: "string" },
      format: { type: "string" },
      json: { type: "boolean" },
    });
    if (flags.format === undefined) throw new Error("export needs --format <name>");
    const format = oneOf("--format", flags.format, PROVIDER_FORMATS);
    const session = await readAndReport(path, output, flags.session);
    const { messages } = viewOf({ items: liveItems(mainThread(session)), state: null });
    output.print(terminalJson(toProvider(messages, format, session.source.format)));
    return 0;
  },
};
