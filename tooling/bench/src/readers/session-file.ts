const BREAK = "\n";

/** Source code with quotes and line breaks, which JSON escapes. */
const RESULT = 'const value = compute(input, { depth: 3 }); // see "notes"\n'.repeat(30);

/** Generates a session file of Claude Code in blocks of 64 KiB: turns of a question, an answer in two lines and a result. */
export function sessionBlocks(bytes: number): readonly Uint8Array[] {
  const lines: string[] = [];
  let length = 0;
  let parentUuid: string | null = null;
  for (let turn = 0; length < bytes; turn += 1)
    for (const { uuid, ...record } of turnRecords(turn)) {
      const line = JSON.stringify({ uuid, parentUuid, ...SHARED, ...record }) + BREAK;
      lines.push(line);
      length += line.length;
      parentUuid = uuid;
    }
  const file = Buffer.from(lines.join(""));
  const size = 65_536;
  return Array.from({ length: Math.ceil(file.length / size) }, (_, index) =>
    file.subarray(index * size, (index + 1) * size),
  );
}

const SHARED = {
  timestamp: "2026-07-01T08:00:00.000Z",
  sessionId: "s",
  isSidechain: false,
  cwd: "/home/u/app",
  version: "2.1.219",
};

function turnRecords(turn: number): readonly { readonly uuid: string }[] {
  const path = `/home/u/app/src/file-${turn}.ts`;
  const answer = (content: object): object => ({
    id: `msg-${turn}`,
    role: "assistant",
    model: "claude-opus-4-8",
    content: [content],
    usage: { input_tokens: 10, cache_read_input_tokens: 9_000, output_tokens: 95 },
  });
  const call = `call-${turn}`;
  const result = { type: "tool_result", tool_use_id: call, content: RESULT, is_error: false };
  const records: readonly { readonly uuid: string; readonly [field: string]: unknown }[] = [
    { uuid: `u${turn}`, type: "user", message: { role: "user", content: `Read file ${turn}.` } },
    {
      uuid: `a${turn}`,
      type: "assistant",
      message: answer({ type: "thinking", thinking: "", signature: "E".repeat(400) }),
    },
    {
      uuid: `b${turn}`,
      type: "assistant",
      message: answer({ type: "tool_use", id: call, name: "Read", input: { file_path: path } }),
    },
    { uuid: `p${turn}`, type: "progress", data: { hook: "PostToolUse" } },
    {
      uuid: `r${turn}`,
      type: "user",
      toolUseResult: { type: "text", file: { filePath: path, content: RESULT } },
      message: { role: "user", content: [result] },
    },
  ];
  return records;
}
