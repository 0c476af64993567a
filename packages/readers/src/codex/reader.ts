import { textOf } from "@cutpoint/core";
import { defined, type JsonRecord, numberIn, recordIn, textIn, timeOf } from "../fields.ts";
import { openaiUsage } from "../openai-content.ts";
import type { Problems } from "../problems.ts";
import type { Reader } from "../reader.ts";
import { createItemCollector } from "../responses/collect-items.ts";
import { createThreadBuilder, type ThreadBuilder } from "../thread-builder.ts";
import { addCodexCompaction } from "./compaction.ts";
import { codexInput } from "./input-message.ts";

/** The usage records repeat the counts of the events. */
const SKIPPED = /^(?:world_state|ghost_snapshot|token_usage_record|inter_agent_communication.*)$/;

/** Reads the rollout files of Codex. */
export function createCodexReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const collector = createItemCollector(thread, codexInput);
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
          return;
        case "turn_context":
          return thread.addModel(textIn(payload, "model"));
        case "response_item":
          return collector.add(payload, at);
        case "compacted":
          collector.endAnswer();
          return addCodexCompaction(thread, payload, at);
        case "event_msg":
          return readEvent(payload);
        default:
          if (!SKIPPED.test(String(record["type"]))) problems.report("unknown-type");
      }
    },
    finish() {
      markProgramTexts(thread, userTexts);
      return {
        source: defined({
          format: "codex" as const,
          tool: "Codex",
          toolVersion: textIn(session ?? {}, "cli_version"),
          directory: textIn(session ?? {}, "cwd"),
        }),
        threads: [thread.finish({ id: textIn(session ?? {}, "id") ?? "session" })],
      };
    },
  };

  /** Events repeat the response items, except for these. */
  function readEvent(event: JsonRecord): void {
    switch (event["type"]) {
      case "user_message":
        userTexts.add((textIn(event, "message") ?? "").trim());
        return;
      case "token_count": {
        const usage = openaiUsage(recordIn(event, "info")["last_token_usage"]);
        if (usage !== undefined) thread.addUsage(usage);
        return collector.endAnswer();
      }
      case "thread_rolled_back":
        return abandonTurns(thread, numberIn(event, "num_turns") ?? 0);
      default:
    }
  }
}

/** The events name the texts of the person. Without such events, the texts decide alone. */
function markProgramTexts(thread: ThreadBuilder, userTexts: ReadonlySet<string>): void {
  if (userTexts.size === 0) return;
  for (const { id, message } of thread.items)
    if (
      message.role === "user" &&
      message.provenance === "user" &&
      !userTexts.has(textOf(message).trim())
    )
      thread.update(id, () => ({ ...message, provenance: "synthetic" }));
}

function abandonTurns(thread: ThreadBuilder, turns: number): void {
  const starts = thread.items.flatMap(({ id, message }, place) =>
    message.role === "user" && message.provenance === "user" && !thread.isAbandoned(id)
      ? [place]
      : [],
  );
  const first = turns > 0 ? starts.at(-turns) : undefined;
  if (first !== undefined) thread.abandon(thread.items.slice(first).map(({ id }) => id));
}
