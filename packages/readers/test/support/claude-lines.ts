import { beforeEach } from "vitest";

let parent: string | null = null;

/** Forgets the newest line before each test. */
export function reset(): void {
  beforeEach(() => {
    parent = null;
  });
}

/** Writes records as JSON Lines. */
export function lines(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

function line(type: string, uuid: string, more: object): object {
  const record = {
    type,
    uuid,
    parentUuid: parent,
    timestamp: "2026-07-01T08:00:00.000Z",
    sessionId: "S",
    isSidechain: false,
    cwd: "/home/u/app",
    version: "2.1.219",
    ...more,
  };
  parent = uuid;
  return record;
}

export function user(uuid: string, text: string | readonly object[], more: object = {}): object {
  return line("user", uuid, { message: { role: "user", content: text }, ...more });
}

export function answer(
  uuid: string,
  id: string,
  content: readonly object[],
  outputTokens = 5,
  more: object = {},
  model = "claude-opus-4-8",
): object {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 1000,
    cache_read_input_tokens: 100,
    output_tokens: outputTokens,
  };
  const message = { id, type: "message", role: "assistant", model, content, usage };
  return line("assistant", uuid, { requestId: `req-${id}`, message, ...more });
}

export function result(uuid: string, callId: string, text: string, more: object = {}): object {
  const content = [{ type: "tool_result", tool_use_id: callId, content: text, is_error: false }];
  return line("user", uuid, { message: { role: "user", content }, ...more });
}

export function attachment(uuid: string, content: object): object {
  return line("attachment", uuid, { attachment: content });
}

export function boundary(uuid: string, compactMetadata: object): object {
  return line("system", uuid, {
    subtype: "compact_boundary",
    logicalParentUuid: parent,
    parentUuid: null,
    compactMetadata,
  });
}
