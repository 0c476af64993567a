import { textOf } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import { type JsonRecord, countIn, recordIn, textIn, timeOf } from "../fields.ts";
import { openaiUsage } from "../openai-content.ts";
import type { Problems, RecordUse } from "../ledger.ts";
import { createMessageIndex } from "../message-index.ts";
import { isResponseItem } from "../openai-arrays.ts";
import type { Reader } from "../reader.ts";
import { createItemCollector } from "../responses/collect-items.ts";
import { sessionOf } from "../single-thread.ts";
import { createThreadBuilder, type ThreadBuilder } from "../thread-builder.ts";
import { addCodexCompaction } from "./compaction.ts";
import { codexInput } from "./input-message.ts";

/** The usage records repeat the counts of the events. */
const NOT_SHOWN =
  /^(?:world_state|ghost_snapshot|additional_tools|token_usage_record|inter_agent_communication.*)$/;

/** Reads the rollout files of Codex. */
export function createCodexReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const collector = createItemCollector(thread, codexInput);
  const index = createMessageIndex(thread);
  const restored = new Set<string>();
  const rollBack = createRollback(thread);
  const userTexts = new Set<string>();
  let session: JsonRecord | null = null;
  return {
    add(record) {
      const payload = recordIn(record, "payload");
      const at = timeOf(record["timestamp"]);
      switch (record["type"]) {
        case "session_meta":
          session ??= payload;
          if (payload["history_base"] !== undefined) problems.report("continues-other-file");
          return "used";
        case "turn_context":
          thread.addModel(textIn(payload, "model"));
          return "used";
        case "response_item":
          if (!isResponseItem(payload)) return isNotShown(payload) ? "not-shown" : "unknown-type";
          collector.add(payload, at);
          return "used";
        case "compacted":
          collector.endAnswer();
          for (const id of addCodexCompaction(payload, at, { index, problems, thread }))
            restored.add(id);
          return "used";
        case "event_msg":
          return readEvent(payload);
        default:
          return isNotShown(record) ? "not-shown" : "unknown-type";
      }
    },
    finish() {
      markProgramTexts(thread, userTexts, restored);
      const facts = session ?? {};
      const toolVersion = textIn(facts, "cli_version");
      const directory = textIn(facts, "cwd");
      return sessionOf(
        thread,
        { format: "codex", tool: "Codex", toolVersion, directory },
        { id: textIn(facts, "id") },
      );
    },
  };

  /** Events repeat the response items, except for these. */
  function readEvent(event: JsonRecord): RecordUse {
    switch (event["type"]) {
      case "user_message":
        userTexts.add((textIn(event, "message") ?? "").trim());
        return "used";
      case "token_count": {
        const usage = openaiUsage(recordIn(event, "info")["last_token_usage"]);
        if (usage !== undefined) thread.addUsage(usage);
        collector.endAnswer();
        return "used";
      }
      case "thread_rolled_back":
        rollBack(countIn(event, "num_turns") ?? 0);
        return "used";
      default:
        return "not-shown";
    }
  }
}

function isNotShown(record: JsonRecord): boolean {
  return NOT_SHOWN.test(textIn(record, "type") ?? "");
}

/**
 * The events name the texts of the person. Without such events, the texts decide alone. Restored messages have no event.
 */
function markProgramTexts(
  thread: ThreadBuilder,
  userTexts: ReadonlySet<string>,
  restored: ReadonlySet<string>,
): void {
  if (userTexts.size === 0) return;
  for (const { id, message } of thread.items)
    if (
      message.role === "user" &&
      message.provenance === "user" &&
      !restored.has(id) &&
      !userTexts.has(textOf(message).trim())
    )
      thread.update(id, () => ({ ...message, provenance: "synthetic" }));
}

/** Returns a function that abandons the newest turns. It reads each item once. */
function createRollback(thread: ThreadBuilder): (turns: number) => void {
  /** Items that were not rolled back, and where their turns start. */
  const live: string[] = [];
  const starts: number[] = [];
  let read = 0;
  return (turns) => {
    for (const { id, message } of thread.items.slice(read)) {
      if (isUserMessage(message)) starts.push(live.length);
      live.push(id);
    }
    read = thread.items.length;
    const [first] = turns > 0 && turns <= starts.length ? starts.splice(-turns) : [];
    if (first !== undefined) thread.abandon(live.splice(first));
  };
}
