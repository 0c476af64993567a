import { type CompactionState, CutpointError, type History, viewOf } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { readSession } from "@cutpoint/readers";

/** An entry of a session. pi and oh-my-pi have entries that the other does not have. */
type Entry = Readonly<Record<string, unknown>>;

const MESSAGES = /^(?:message|custom_message|branch_summary|compaction)$/;

/**
 * Returns what follows the newest compaction of this extension, with its state. Later compactions of others are skipped:
 * their messages are still in the session.
 *
 * Without one, returns the summary of the newest compaction as an item, what it kept, and what follows.
 *
 * @throws `invalid-input` if a message has a role that this release cannot read
 */
export async function readBranch(branch: readonly object[]): Promise<History> {
  const entries = branch as readonly Entry[];
  const isReset = ({ type }: Entry): boolean => type === "reset_boundary"; // oh-my-pi
  const own = entries.findLastIndex((entry) => isReset(entry) || stateIn(entry) !== null);
  const state = stateIn(entries[own]);
  const start =
    state === null
      ? entries.findLastIndex((entry) => isReset(entry) || entry["type"] === "compaction")
      : own;
  const { firstKeptEntryId = null } = entries[start] ?? {};
  const firstKept = entries.findIndex(({ id }) => id === firstKeptEntryId);
  const kept = firstKept === -1 ? [] : entries.slice(firstKept, Math.max(firstKept, start));
  const visible = [
    ...(start === -1 || state !== null ? [] : entries.slice(start, start + 1)),
    ...[...kept, ...entries.slice(start + 1)].filter(({ type }) => type !== "compaction"),
  ];
  const edits = new Map(
    visible.flatMap(({ replacement, targetId, type }) =>
      type === "context_edit" ? [[targetId, replacement]] : [],
    ),
  );
  const shown = visible
    .filter(({ type }) => MESSAGES.test(String(type)))
    .flatMap((entry) => withEdit(entry, edits.get(entry["id"])));
  return { items: await itemsOf(shown), state, startsAtBoundary: state !== null };
}

/** Returns the state of a compaction by this extension; `null` if it is damaged, or a newer release wrote it. */
function stateIn(entry: Entry | undefined): CompactionState | null {
  const details = entry?.["type"] === "compaction" ? entry["details"] : null;
  const hookDetails = isRecord(details) ? details["hookDetails"] : null; // oh-my-pi
  const own = isRecord(hookDetails) ? hookDetails : details;
  const state = isRecord(own) ? (own["cutpoint"] as CompactionState | undefined) : undefined;
  try {
    viewOf({ items: [], state: state ?? null, startsAtBoundary: true });
    return state ?? null;
  } catch {
    return null;
  }
}

/** Applies an edit of the context. Leaves out what the model does not see, and system text, which pi sends anew. */
function withEdit(entry: Entry, edit: unknown): readonly Entry[] {
  const message = isRecord(entry["message"]) ? entry["message"] : {};
  const isHidden = message["role"] === "system" || message["excludeFromContext"] === true;
  if (edit === null || isHidden) return [];
  if (!isRecord(edit)) return [entry];
  const { content } = edit;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return [{ ...entry, content: parts, message: { ...message, content: parts } }];
}

async function itemsOf(shown: readonly Entry[]): Promise<History["items"]> {
  if (shown.length === 0) return [];
  const records = shown.map((entry, place) => ({
    ...entry,
    parentId: shown[place - 1]?.["id"] ?? null,
  }));
  const lines = [{ type: "session", version: 3, id: "", timestamp: "", cwd: "" }, ...records];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const { records: counts, threads } = await readSession(text);
  const [unused] = counts.unused;
  if (unused !== undefined) {
    const { id, message } = shown[unused.line - 2] ?? {};
    const role = JSON.stringify(isRecord(message) ? message["role"] : null);
    const problem = `of the entry ${String(id)} is ${role} (${unused.reason})`;
    throw new CutpointError("invalid-input", `message.role ${problem}: expected a known role`);
  }
  return threads[0]?.items ?? [];
}
