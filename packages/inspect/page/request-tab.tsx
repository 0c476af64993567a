import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Message } from "@cutpoint/core";
import { toAnthropicMessages } from "@cutpoint/adapter-anthropic";
import { toChatMessage } from "@cutpoint/host-kit/http";
import { Choice, titlesOf } from "./choice.tsx";
import { countText, tokenText } from "./display-text.ts";
import { LongText } from "./message-view.tsx";
import type { PageState } from "./state.ts";

const FORMATS = {
  chat: {
    title: "Chat Completions",
    render: (messages: readonly Message[]): unknown => ({
      messages: messages.map((each) => toChatMessage(each)),
    }),
  },
  anthropic: {
    title: "Anthropic Messages",
    render: (messages: readonly Message[]): unknown => toAnthropicMessages(messages),
  },
} as const;

type FormatName = keyof typeof FORMATS;

/** The messages after the shown compaction as a provider receives them. */
export function RequestTab({ state }: { readonly state: PageState }): JSX.Element {
  const format = useSignal<FormatName>("chat");
  const result = state.result.value;
  const { messages } = state.thread.value;
  const view = useMemo(
    () =>
      result?.messages.map((each) => state.resolve(each)) ?? messages.map(({ message }) => message),
    [result, messages, state],
  );
  const text = useMemo(
    () => JSON.stringify(FORMATS[format.value].render(view), null, 2),
    [view, format.value],
  );
  const tokens = result?.tokens ?? messages.reduce((sum, each) => sum + each.tokens, 0);
  return (
    <>
      <div class="controls">
        <Choice
          label="Format"
          value={format.value}
          choices={titlesOf(FORMATS)}
          onChange={(name) => {
            format.value = name;
          }}
        />
        <span class="dim">
          {result === null ? "All messages" : `Right after the compaction (${result.name})`}:{" "}
          {countText(view.length, "message")}, {tokenText(tokens)} tokens. Signatures and contents
          of files are left out.
        </span>
      </div>
      <section class="request" aria-label="Request">
        <LongText key={text} text={text} />
      </section>
    </>
  );
}
