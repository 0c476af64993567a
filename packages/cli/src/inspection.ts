import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { inspectPage } from "@cutpoint/inspect";
import type { Output } from "./command.ts";
import { eachSecond } from "./each-second.ts";
import { listSessions } from "./list-sessions.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { isFolder } from "./path-stats.ts";
import { readAndReport } from "./read-input.ts";
import { servePage } from "./serve-page.ts";
import { countIn, parseCommand, type Command, terminalJson } from "./parse-command.ts";
import { factsOf, sessionTable } from "./session-table.ts";
import { isStoreAddress } from "./store-flag.ts";

const HELP = `Usage: cutpoint inspect <file|store|-> [--session <id>] [--table] [--html <file>] [--open] [--json]
       cutpoint inspect <folder> [--last <n>] [--json]

Shows which messages of a session are still visible, what each compaction changed, and what was needed
afterwards. A folder lists its sessions, the newest on top. Secrets are replaced by [redacted].
Example: cutpoint inspect ~/.claude/projects/my-project/1234.jsonl --html session.html

  --session <id>  a session of a store or of opencode's database (default: the newest)
  --table         print messages, tokens and compactions (default without --html and --open)
  --html <file>   write the page
  --open          serve the page to this machine only, and open it in the browser
  --last <n>      list at most n sessions of a folder (default: 20)
  --json          print the table or the list as JSON`;

/** Shows a session as a table or a page, or the sessions of a folder. */
export const inspectCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand("inspect", values, {
      session: { type: "string" },
      table: { type: "boolean", default: false },
      html: { type: "string" },
      open: { type: "boolean", default: false },
      last: { type: "string", default: "20" },
      json: { type: "boolean", default: false },
    });
    if (path !== "-" && !isStoreAddress(path) && (await isFolder(path)))
      return listSessions(path, { last: countIn("--last", flags.last), json: flags.json }, output);
    const { html, json, open, table } = flags;
    const session = await readAndReport(path, output, flags.session);
    if (json) output.print(terminalJson(factsOf(session)));
    else if (table || (html === undefined && !open))
      for (const line of sessionTable(session)) output.print(line);
    if (html === undefined && !open) return 0;
    const messages = session.threads.reduce((sum, { items }) => sum + items.length, 0);
    output.printError(`${messages} messages read`);
    const main = session.threads[0]?.title;
    const title = main ?? (path === "-" ? session.source.format : basename(path));
    const page = await inspectPage(session, {
      title,
      onProgress: eachSecond((described: number, compactions: number) => {
        output.printError(`compaction ${described + 1} of ${compactions}`);
      }),
    });
    if (html !== undefined) {
      await writeFile(html, page);
      output.print(`${html}: ${(page.length / 1_000).toFixed(0)} kB`);
    }
    if (open) await serve(page, output);
    return 0;
  },
};

async function serve(page: string, { print }: Output): Promise<void> {
  await using served = await servePage(page);
  print(`${served.url} (until Ctrl+C)`);
  openInBrowser(served.url);
  await once(process, "SIGINT");
}
