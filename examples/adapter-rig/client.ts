/** One line of a conversation. Other fields and authors are kept unchanged. */
export type Line = {
  readonly by: string;
  readonly text: string;
  /** The tools that the model wants to run. */
  readonly wants?: readonly {
    readonly id: string;
    readonly tool: string;
    readonly input: string;
  }[];
  /** The call that a line of `tool` answers, and its tool. */
  readonly answers?: { readonly id: string; readonly tool: string };
};

type Usage = { readonly read: number; readonly written: number };

type Question = {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly object[];
  readonly lines: readonly Line[];
  readonly signal: AbortSignal;
};

/** The invented client of this example. It answers a list of lines with one line. */
export interface Client {
  answer(question: Question): Promise<{ readonly line: Line; readonly usage: Usage }>;
}

/** Creates the client. Behind it is a provider of Chat Completions; no adapter has to know that. */
export function createClient(url: string): Client {
  return {
    async answer({ lines, model, signal, system, tools }) {
      const messages = [...(system === "" ? [] : [{ by: "system", text: system }]), ...lines];
      const body = { model, messages: messages.map(toWire), ...(tools.length > 0 && { tools }) };
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        redirect: "error",
        signal,
      });
      const text = await response.text();
      if (!response.ok) throw Object.assign(new Error(text), { status: response.status });
      const { choices, usage } = JSON.parse(text) as Answer;
      const { content, tool_calls: calls } = choices[0].message;
      const wants = calls?.map(({ id, function: { arguments: input, name: tool } }) => ({
        id,
        tool,
        input,
      }));
      const line = { by: "model", text: content ?? "", ...(wants && { wants }) };
      return { line, usage: { read: usage.prompt_tokens, written: usage.completion_tokens } };
    },
  };
}

type Call = { readonly id: string; readonly function: { name: string; arguments: string } };

type Answer = {
  readonly choices: readonly [{ message: { content?: string; tool_calls?: readonly Call[] } }];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
};

const ROLES: Readonly<Record<string, string>> = { system: "system", model: "assistant" };

function toWire({ answers, by, text, wants }: Line): object {
  if (answers !== undefined) return { role: "tool", tool_call_id: answers.id, content: text };
  const calls = wants?.map(({ id, input, tool }) => ({
    id,
    type: "function",
    function: { name: tool, arguments: input },
  }));
  return { role: ROLES[by] ?? "user", content: text, ...(calls && { tool_calls: calls }) };
}
