import { type Message, textOf, toolCalls } from "@cutpoint/core";

const AT = "2026-07-01T08:00:00.000Z";

/** Writes messages as Claude Code stores them. Text of the program has the role of the user. */
export function claudeCodeLines(messages: readonly Message[]): readonly object[] {
  return messages.flatMap((message, place) => {
    const text = textOf(message);
    const line = (type: string, content: unknown): object => ({
      type,
      uuid: `u${place}`,
      parentUuid: place === 0 ? null : `u${place - 1}`,
      timestamp: AT,
      sessionId: "s",
      message: { id: `m${place}`, role: type, model: "claude-opus-4-8", content },
    });
    if (message.role === "tool")
      return [line("user", [{ type: "tool_result", tool_use_id: message.callId, content: text }])];
    if (message.role === "assistant")
      return [
        line("assistant", [
          ...(text === "" ? [] : [{ type: "text", text }]),
          ...toolCalls(message).map(({ arguments: input, callId: id, name }) => ({
            type: "tool_use",
            id,
            name,
            input: JSON.parse(input) as unknown,
          })),
        ]),
      ];
    return [line("user", isOfUser(message) ? text : `<ide_selection>${text}</ide_selection>`)];
  });
}

/** Writes messages as Codex stores them. Text of the program has the role of the user. */
export function codexLines(messages: readonly Message[]): readonly object[] {
  const record = (type: string, payload: object): object => ({ timestamp: AT, type, payload });
  const item = (payload: object): object => record("response_item", payload);
  const output = (text: string): string =>
    `<user_shell_command><result>${text}</result></user_shell_command>`;
  return [
    record("session_meta", { id: "s", cwd: "/", timestamp: AT }),
    ...messages.flatMap((message): readonly object[] => {
      const text = textOf(message);
      if (message.role === "tool")
        return [item({ type: "function_call_output", call_id: message.callId, output: text })];
      if (message.role === "assistant")
        return [
          ...(text === ""
            ? []
            : [
                item({
                  type: "message",
                  role: "assistant",
                  content: [{ type: "output_text", text }],
                }),
              ]),
          ...toolCalls(message).map(({ arguments: written, callId, name }) =>
            item({ type: "function_call", call_id: callId, name, arguments: written }),
          ),
        ];
      const content = [{ type: "input_text", text: isOfUser(message) ? text : output(text) }];
      return [item({ type: "message", role: "user", content })];
    }),
  ];
}

/** Writes messages as pi stores them. Text of an extension is a custom message. */
export function piLines(messages: readonly Message[]): readonly object[] {
  const header = { type: "session", version: 3, id: "s", timestamp: AT, cwd: "/" };
  const entries = messages.map((message, place) => {
    const text = textOf(message);
    const content = text === "" ? [] : [{ type: "text", text }];
    const entry = {
      type: "message",
      id: `e${place}`,
      parentId: place === 0 ? null : `e${place - 1}`,
      timestamp: AT,
    };
    if (message.role === "tool") {
      const { callId: toolCallId, failed: isError = false, name: toolName } = message;
      return { ...entry, message: { role: "toolResult", toolCallId, toolName, isError, content } };
    }
    if (message.role === "assistant") {
      const calls = toolCalls(message).map(({ arguments: input, callId: id, name }) => {
        return { type: "toolCall", id, name, arguments: JSON.parse(input) as unknown };
      });
      return { ...entry, message: { role: "assistant", content: [...content, ...calls] } };
    }
    if (isOfUser(message)) return { ...entry, message: { role: "user", content } };
    return { ...entry, type: "custom_message", customType: "note", content, display: true };
  });
  return [header, ...entries];
}

function isOfUser(message: Message): boolean {
  return message.role === "user" && message.provenance === "user";
}
