import { setTimeout as delay } from "node:timers/promises";
import { type Maintained, type MaintenancePolicy, maintainSession } from "./maintenance.ts";
import { parseCommand, type SessionCommand, terminalJson } from "./session-command.ts";
import { openStore } from "./store-flag.ts";

const MS_PER_DAY = 24 * 60 * 60 * 1000;

const HELP = `Usage: cutpoint maintain <store> [--delete-after <days>] [--evict-compacted] [--pause <ms>]
                         [--dry-run] [--json]

Removes old sessions and old entries from a store, one session after the other, and prints a receipt. If it is
stopped, run it again: what was removed stays removed, and the rest follows.
Example: cutpoint maintain sqlite:agent.db --delete-after 90 --evict-compacted --dry-run

  <store>                jsonl:<folder>, sqlite:<file> or postgresql://<address>
  --delete-after <days>  delete sessions whose newest entry is older
  --evict-compacted      evict what the newest state of a session has compacted; revert and search no longer
                         reach it
  --pause <ms>           wait between two sessions, so that others can use the store (default: 0)
  --dry-run              print what would be removed, and remove nothing
  --json                 print the receipt as JSON`;

/** Applies a policy to all sessions of a store. */
export const maintainCommand: SessionCommand = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand("maintain", values, {
      "delete-after": { type: "string" },
      "evict-compacted": { type: "boolean", default: false },
      pause: { type: "string", default: "0" },
      "dry-run": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    });
    const days = flags["delete-after"];
    if (days === undefined && !flags["evict-compacted"])
      throw new Error("maintain needs --delete-after <days> or --evict-compacted");
    const policy: MaintenancePolicy = {
      deleteBefore:
        days === undefined ? null : Date.now() - positive("--delete-after", days) * MS_PER_DAY,
      evictCompacted: flags["evict-compacted"],
      isDryRun: flags["dry-run"],
    };
    const pause = flags.pause === "0" ? 0 : positive("--pause", flags.pause);
    await using store = await openStore(path);
    const changed: Maintained[] = [];
    const failed: { readonly sessionId: string; readonly error: string }[] = [];
    let sessions = 0;
    for await (const sessionId of store.sessions()) {
      if (sessions > 0 && pause > 0) await delay(pause);
      sessions += 1;
      try {
        const result = await maintainSession(store, sessionId, policy);
        if (result.type !== "kept") changed.push(result);
      } catch (error) {
        failed.push({ sessionId, error: error instanceof Error ? error.message : String(error) });
      }
    }
    for (const { error, sessionId } of failed) output.printError(`${sessionId}: ${error}`);
    if (flags.json)
      output.print(terminalJson({ dryRun: policy.isDryRun, sessions, changed, failed }));
    else {
      for (const each of changed) output.print(lineOf(each, policy.isDryRun));
      output.print(`${sessions} sessions: ${changed.length} changed, ${failed.length} failed`);
    }
    return failed.length === 0 ? 0 : 1;
  },
};

function lineOf({ entries, sessionId, type }: Maintained, isDryRun: boolean): string {
  const what = type === "deleted" ? "deleted" : `${entries} entries evicted`;
  return `${sessionId}: ${isDryRun ? "would be: " : ""}${what}`;
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`${flag} is ${JSON.stringify(text)}: expected a number above 0`);
}
