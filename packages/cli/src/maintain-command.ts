import { setTimeout as delay } from "node:timers/promises";
import { isCutpointError } from "@cutpoint/core";
import { eachSecond } from "./each-second.ts";
import { type Maintained, type MaintenancePolicy, maintainSession } from "./maintenance.ts";
import { parseCommand, type Command, numberIn, terminalJson } from "./parse-command.ts";
import { openExistingStore } from "./store-flag.ts";

const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** Stops if this many sessions in a row fail with an error that may be temporary, such as an unreachable server. */
const MAX_FAILURES = 10;

const HELP = `Usage: cutpoint maintain <store> [--delete-after <days>] [--evict-compacted | --move-compacted]
                         [--bucket <address>] [--pause <ms>] [--dry-run] [--json]

Removes or moves old sessions and old entries of a store, one session after the other, and prints a receipt. If it
is stopped, run it again: what was done stays done, and the rest follows.
Example: cutpoint maintain sqlite:agent.db --delete-after 90 --evict-compacted --dry-run

  <store>                jsonl:<folder>, sqlite:<file> or postgresql://<address>
  --delete-after <days>  delete sessions whose newest entry is older
  --evict-compacted      evict what the newest state of a session has compacted; revert and search no longer
                         reach it
  --move-compacted       move it to --bucket instead, where revert and search reach it
  --bucket <address>     bucket of an S3-compatible service that has moved entries, such as
                         https://s3.eu-central-1.amazonaws.com/my-bucket. Reads AWS_ACCESS_KEY_ID,
                         AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and AWS_REGION
  --pause <ms>           wait between two sessions, so that others can use the store (default: 0)
  --dry-run              print what would be changed, and change nothing
  --json                 print the receipt as JSON`;

const OPTIONS = {
  "delete-after": { type: "string" },
  "evict-compacted": { type: "boolean", default: false },
  "move-compacted": { type: "boolean", default: false },
  bucket: { type: "string" },
  pause: { type: "string", default: "0" },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** Applies a policy to all sessions of a store. */
export const maintainCommand: Command = {
  help: HELP,
  async run(values, output) {
    const { flags, path } = parseCommand(
      "maintain",
      values,
      OPTIONS,
      "one store, such as sqlite:agent.db",
    );
    const days = flags["delete-after"];
    const { bucket, "evict-compacted": evictCompacted, "move-compacted": moveCompacted } = flags;
    if (days === undefined && !evictCompacted && !moveCompacted)
      throw new Error(
        "maintain needs --delete-after <days>, --evict-compacted or --move-compacted",
      );
    if (evictCompacted && moveCompacted)
      throw new Error("--evict-compacted and --move-compacted are given: expected one of them");
    if (moveCompacted && bucket === undefined) throw new Error("--move-compacted needs --bucket");
    const policy: MaintenancePolicy = {
      deleteBefore:
        days === undefined
          ? null
          : Date.now() -
            numberIn("--delete-after", days, "a number above 0", (value) => value > 0) * MS_PER_DAY,
      evictCompacted,
      moveCompacted,
      isDryRun: flags["dry-run"],
    };
    const pause = numberIn("--pause", flags.pause, "a number, 0 or more", (value) => value >= 0);
    await using store = await openExistingStore(path, bucket);
    const changed: Maintained[] = [];
    const failed: { readonly sessionId: string; readonly error: string }[] = [];
    let sessions = 0;
    let failures = 0;
    const report = eachSecond(() => {
      output.printError(`${sessions} sessions, ${changed.length} changed`);
    });
    for await (const sessionId of store.sessions()) {
      if (sessions > 0 && pause > 0) await delay(pause);
      sessions += 1;
      try {
        const result = await maintainSession(store, sessionId, policy);
        if (result.type !== "kept") changed.push(result);
        failures = 0;
      } catch (error) {
        failed.push({ sessionId, error: error instanceof Error ? error.message : String(error) });
        failures = isCutpointError(error, "store-failed") ? failures + 1 : 0;
      }
      if (failures === MAX_FAILURES) break;
      report();
    }
    for (const { error, sessionId } of failed) output.printError(`${sessionId}: ${error}`);
    if (flags.json)
      output.print(terminalJson({ dryRun: policy.isDryRun, sessions, changed, failed }));
    else {
      for (const each of changed) output.print(lineOf(each, policy.isDryRun));
      output.print(`sessions: ${sessions}, changed: ${changed.length}, failed: ${failed.length}`);
    }
    if (failures === MAX_FAILURES)
      output.printError(`stopped because ${MAX_FAILURES} sessions in a row failed: run it again`);
    return failed.length === 0 ? 0 : 1;
  },
};

function lineOf({ entries, sessionId, type }: Maintained, isDryRun: boolean): string {
  const what = type === "deleted" ? "deleted" : `${entries} entries ${type}`;
  return `${sessionId}: ${isDryRun ? "would be: " : ""}${what}`;
}
