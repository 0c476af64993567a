import { useMemo, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { type Message, textOf, toolCalls } from "@cutpoint/core";
import { countText, STATUS_NAMES, tokenText } from "./display-text.ts";
import { MessageList, type Row } from "./message-list.tsx";
import { MessageView } from "./message-view.tsx";
import type { PageState } from "./state.ts";

/** All messages, searchable, and the selected one. */
export function MessagesTab({ state }: { readonly state: PageState }): JSX.Element {
  const { messages } = state.thread.value;
  const query = state.search.value;
  const result = state.result.value;
  const found = useMemo(() => findMessages(messages, query), [messages, query]);
  const rows = useMemo(
    () =>
      found.map((index): Row => {
        const { message, tokens } = messages[index] as (typeof messages)[number];
        return { index, message, tokens, status: state.statusOf(index) };
      }),
    [found, messages, result, state],
  );
  const field = useRef<HTMLInputElement>(null);
  const selected = state.selected.value;
  const shown = messages[selected];
  return (
    <div
      class="two"
      onKeyDown={(event) => {
        if (event.key !== "/" || event.target === field.current) return;
        event.preventDefault();
        field.current?.focus();
      }}
    >
      <section>
        <div class="controls">
          <input
            ref={field}
            type="search"
            placeholder="Search all messages (/)"
            aria-label="Search all messages"
            value={query}
            onInput={(event) => {
              state.search.value = event.currentTarget.value;
            }}
          />
          <output>{query === "" ? "" : countText(found.length, "message")}</output>
        </div>
        <MessageList
          id="messages"
          label="Messages"
          rows={rows}
          selected={found.indexOf(selected)}
          onSelect={(row) => {
            state.selected.value = found[row] ?? 0;
          }}
        />
      </section>
      <section aria-label="Selected message" class="detail">
        {shown === undefined ? null : (
          <MessageView key={`${state.threadIndex.value} ${selected}`} message={shown.message}>
            <span class="dim">
              message {selected + 1} · {tokenText(shown.tokens)} tokens ·{" "}
              {STATUS_NAMES[state.statusOf(selected)]}
              {shown.at === undefined ? "" : ` · ${timeText(shown.at)}`}
            </span>
          </MessageView>
        )}
      </section>
    </div>
  );
}

type Messages = PageState["thread"]["value"]["messages"];

const lowered = new WeakMap<Message, string>();

/** Returns the indices of the messages that contain a text, without regard to case. */
function findMessages(messages: Messages, query: string): readonly number[] {
  const text = query.toLowerCase();
  return messages.flatMap(({ message }, index) =>
    text === "" || searchText(message).includes(text) ? [index] : [],
  );
}

function searchText(message: Message): string {
  const calls = toolCalls(message).map((call) => `${call.name} ${call.arguments}`);
  const tool = message.role === "tool" ? message.name : "";
  const text = lowered.get(message) ?? [tool, textOf(message), ...calls].join("\n").toLowerCase();
  lowered.set(message, text);
  return text;
}

function timeText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}
