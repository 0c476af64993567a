import { CutpointError, type Item } from "@cutpoint/core";
import { type ImportedThread, liveItems } from "@cutpoint/readers";
import type { MessageEntry, SessionStore } from "@cutpoint/session";
import { readAndReport } from "./read-input.ts";
import { parseCommand, type Command, terminalJson } from "./parse-command.ts";
import { openStore } from "./store-flag.ts";

const HELP = `Usage: cutpoint import <file|store|-> [--session <id>] --to <store> [--json]

Copies a session into a store: one session for the main conversation and one for each sub-agent. Ids stay
the same, so a second import adds only messages that are new. Secrets stay in the messages.
Example: cutpoint import ~/.claude/projects/my-project/1234.jsonl --to jsonl:.cutpoint

  --session <id>  a session of a store or of opencode's database (default: the newest)
  --to <store>    jsonl:<folder>, sqlite:<file> or postgresql://<address>
  --json          print the ids of the sessions and the number of added messages as JSON`;

type Imported = {
  readonly sessionId: string;
  readonly added: number;
  readonly total: number;
};

/** Copies a session of another tool into a store. */
export const importCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand("import", values, {
      session: { type: "string" },
      to: { type: "string" },
      json: { type: "boolean", default: false },
    });
    if (flags.to === undefined) throw new Error("import needs --to <store>");
    const session = await readAndReport(path, output, flags.session);
    await using store = await openStore(flags.to);
    const results: Imported[] = [];
    for (const thread of session.threads) results.push(await importThread(thread, store));
    if (flags.json) output.print(terminalJson(results));
    else
      for (const { added, sessionId, total } of results)
        output.print(`${sessionId}: ${added} of ${total} messages added`);
    return 0;
  },
};

/** Ids that readers give to conversations without one. */
const GIVEN_ID = /^(?:main|line-\d+)$/;

/** A conversation without an id is appended to the session that it continues, or gets a free id. */
async function importThread(thread: ImportedThread, store: SessionStore): Promise<Imported> {
  const items = liveItems(thread);
  for (let number = 1; ; number += 1) {
    const sessionId = number === 1 ? thread.id : `${thread.id}-${number}`;
    const known = await knownIds(store, sessionId);
    const diverging = known.find((id, index) => items[index]?.id !== id);
    if (diverging === undefined) return appendItems(items, known, { sessionId, store });
    if (!GIVEN_ID.test(thread.id))
      throw new CutpointError(
        "conflict",
        `session ${sessionId} contains entry ${diverging}, which the file does not: import into another store`,
      );
  }
}

async function knownIds(store: SessionStore, sessionId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of store.read(sessionId)) ids.push(id);
  return ids;
}

async function appendItems(
  items: readonly Item[],
  known: readonly string[],
  { sessionId, store }: { readonly sessionId: string; readonly store: SessionStore },
): Promise<Imported> {
  const entries = entriesOf(items).slice(known.length);
  const result = await store.append(sessionId, entries, { expectedHead: known.at(-1) ?? null });
  if (result.type === "conflict")
    throw new CutpointError(
      "conflict",
      `session ${sessionId} was changed by another process: import again`,
    );
  return { sessionId, added: entries.length, total: items.length };
}

/** An item without a time gets that of the item before it. */
function entriesOf(items: readonly Item[]): readonly MessageEntry[] {
  let at = 0;
  return items.map(({ id, message, ...item }, index) => {
    at = item.at ?? at;
    return { id, parentId: items[index - 1]?.id ?? null, at, type: "message", message };
  });
}
