import { CutpointError, type Message } from "@cutpoint/core";
import type { SessionTail, TailReplacement } from "@cutpoint/session";
import {
  type AgentInputItem,
  MemorySession,
  type SessionHistoryRewriteArgs,
  type SessionHistoryTransactionArgs,
} from "@openai/agents-core";
import { fromAgentItems, toAgentItems } from "../items/convert.ts";
import { fingerprint, sortedJson } from "@cutpoint/host-kit";

/** Returns the new tail of a log; `null` changes nothing. */
export type TailChange = (tail: SessionTail) => Promise<TailReplacement | null>;

/** The kind of the notes about applied transactions. */
const OPERATION_NOTE = "openai-agents.operation";

/**
 * Returns the change of a transaction. A transaction that was applied before changes nothing.
 *
 * The SDK's own session checks and applies it to the newest items. Its errors contain no content of items. The note of
 * the operation contains a hash of the transaction.
 */
export function transactionChange(args: SessionHistoryTransactionArgs): TailChange {
  const { operationId, transaction } = readOnce(args);
  const hash = hashOf(transaction);
  const replaced: unknown =
    transaction?.type === "replace_suffix" ? transaction.expectedSuffix : null;
  const replacedCount = Array.isArray(replaced) ? replaced.length : 0;
  return async ({ messages, notes }) => {
    const value = { operationId, hash };
    const applied = notes.find((note) => isOperation(note, operationId));
    if (applied !== undefined) {
      if (hash !== null && sortedJson(applied.value) === sortedJson(value)) return null;
      throw new CutpointError(
        "invalid-input",
        "operationId was already applied with a different transaction: expected a new id",
      );
    }
    const start = Math.max(0, messages.length - replacedCount);
    const newest = messages.slice(start);
    const session = new MemorySession({ initialItems: newest.flatMap(toAgentItems) });
    await session.applyHistoryTransaction({ operationId, transaction });
    const { keep, messages: added } = replacement(newest, await session.getItems());
    return { keep: start + keep, messages: added, note: { kind: OPERATION_NOTE, value } };
  };
}

/** Returns the change of mutations, as the SDK's own session applies them. */
export function mutationChange(args: SessionHistoryRewriteArgs): TailChange {
  return async ({ messages }) => {
    const session = new MemorySession({ initialItems: messages.flatMap(toAgentItems) });
    await session.applyHistoryMutations(args);
    const change = replacement(messages, await session.getItems());
    return change.keep === messages.length && change.messages.length === 0 ? null : change;
  };
}

/** Returns the first message that differs from the new items, and the messages from there. */
function replacement(
  messages: readonly Message[],
  items: AgentInputItem[],
): { readonly keep: number; readonly messages: readonly Message[] } {
  let keep = 0;
  let used = 0;
  for (const message of messages) {
    const own = toAgentItems(message);
    if (sortedJson(own) !== sortedJson(items.slice(used, used + own.length))) break;
    keep += 1;
    used += own.length;
  }
  return { keep, messages: fromAgentItems(items.slice(used)) };
}

/** Each field may be an accessor, so it is read once. */
function readOnce(args: SessionHistoryTransactionArgs): SessionHistoryTransactionArgs {
  try {
    return { operationId: args.operationId, transaction: args.transaction };
  } catch {
    throw new CutpointError("invalid-input", "Session history transaction arguments are invalid.");
  }
}

/** Returns a hash of a transaction; `null` if it has no JSON form. */
function hashOf(transaction: unknown): string | null {
  try {
    return fingerprint(sortedJson(transaction));
  } catch {
    return null;
  }
}

function isOperation({ kind, value }: SessionTail["notes"][number], operationId: unknown): boolean {
  return kind === OPERATION_NOTE && Reflect.get(Object(value), "operationId") === operationId;
}
