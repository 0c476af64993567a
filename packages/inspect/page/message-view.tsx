import { useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import type { Message, Part } from "@cutpoint/core";
import { numberText, roleOf, visibleText } from "./display-text.ts";

/** Longer texts are shown in parts, in UTF-16 units. */
const LONGEST = 20_000;

/** A message with all its parts, as text only. */
export function MessageView({
  children,
  message,
}: {
  readonly message: Message;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { name, shape } = roleOf(message);
  const parts: readonly Part[] = message.parts;
  return (
    <article class="message">
      <header>
        <b class={`role ${name}`}>
          {shape} {name}
        </b>
        {message.role === "tool" ? <code>{visibleText(message.name)}</code> : null}
        {message.role === "tool" && message.failed === true ? <b class="bad">✗ failed</b> : null}
        {children}
      </header>
      {parts.map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </article>
  );
}

function PartView({ part }: { readonly part: Part }): JSX.Element {
  switch (part.type) {
    case "text":
      return <LongText text={part.text} />;
    case "reasoning":
      return (
        <details class="reasoning">
          <summary>Reasoning, {numberText(part.text.length)} characters</summary>
          <LongText text={part.text === "" ? "(encrypted)" : part.text} />
        </details>
      );
    case "tool-call":
      return (
        <div class="call">
          <b>→ {visibleText(part.name)}</b>
          <LongText text={indented(part.arguments)} />
        </div>
      );
    case "file":
      return (
        <p class="dim">
          File: {visibleText(part.name ?? part.mediaType)} ({visibleText(part.mediaType)})
        </p>
      );
    case "other":
      return (
        <details>
          <summary>{visibleText(part.kind)}</summary>
          <LongText text={JSON.stringify(part.value)} />
        </details>
      );
  }
}

/** A text, of which only the start is shown until more is asked for. */
export function LongText({ text }: { readonly text: string }): JSX.Element {
  const [shown, setShown] = useState(LONGEST);
  const rest = text.length - shown;
  return (
    <>
      <pre>{visibleText(text.slice(0, shown))}</pre>
      {rest <= 0 ? null : (
        <button
          type="button"
          onClick={() => {
            setShown(shown + 10 * LONGEST);
          }}
        >
          Show more: {numberText(rest)} characters are left
        </button>
      )}
    </>
  );
}

/** Arguments up to this length are indented. */
const LONGEST_JSON = 100_000;

function indented(json: string): string {
  if (json.length > LONGEST_JSON) return json;
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
