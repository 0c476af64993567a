import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { countText, roleOf, STATUS_NAMES, tokenText } from "./display-text.ts";
import { drawStrip, stripHeight } from "./draw-strip.ts";
import type { PageState } from "./state.ts";
import { keyTarget } from "./key-target.ts";
import { observeSize } from "./observe-size.ts";
import { theme } from "./theme.ts";

/** Most cuts whose numbers are shown. */
const MOST_NUMBERED = 24;

type StateProps = { readonly state: PageState };

/** The whole session, one bar a message, with its compactions as cuts. */
export function Strip({ state }: StateProps): JSX.Element {
  return (
    <section class="strip" aria-label="Session">
      <Cuts state={state} />
      <Bars state={state} />
      <p class="legend">
        <span class="role user">▲ user</span>
        <span class="role assistant">● assistant</span>
        <span class="role tool">■ tool results, below the line</span>
        <span class="role system">◆ system, app</span>
        <span>
          Rows: visible, clipped, summarized, gone
          {state.compaction.value === null ? "" : " after the selected compaction"}
        </span>
        <span class="now">{describe(state, state.selected.value)}</span>
      </p>
    </section>
  );
}

function Cuts({ state }: StateProps): JSX.Element {
  const { messages } = state.thread.value;
  const compactions = state.compactions.value;
  const isDense = compactions.length > MOST_NUMBERED;
  return (
    <div class={isDense ? "cuts dense" : "cuts"}>
      {compactions.map(({ at, origin }, index) => (
        <button
          key={index}
          type="button"
          class="cut"
          style={{ left: `${(at / messages.length) * 100}%` }}
          aria-pressed={index === state.compactionIndex.value}
          title={`${origin === "example" ? "Example of a compaction" : `Compaction ${index + 1}`}, before message ${at + 1}`}
          onClick={() => {
            state.openCompaction(index);
            state.tab.value = "Compactions";
          }}
        >
          {isDense ? "✂" : `✂${index + 1}`}
        </button>
      ))}
    </div>
  );
}

function Bars({ state }: StateProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const { messages } = state.thread.value;
  const selected = state.selected.value;
  const result = state.result.value;
  useEffect(() => observeSize(canvas.current, ({ clientWidth }) => setWidth(clientWidth)), []);
  useEffect(() => {
    if (canvas.current !== null)
      drawStrip(canvas.current, { messages, selected, statusOf: state.statusOf });
  }, [messages, selected, result, width, theme.value, state]);
  return (
    <canvas
      ref={canvas}
      style={{ height: `${stripHeight()}px` }}
      tabIndex={0}
      role="slider"
      aria-label="Messages of the session"
      aria-valuemin={1}
      aria-valuemax={messages.length}
      aria-valuenow={selected + 1}
      aria-valuetext={describe(state, selected)}
      onKeyDown={(event) => {
        const target = keyTarget(event.key, selected, messages.length);
        if (event.key === "Enter") state.openMessage(selected);
        if (target === null) return;
        event.preventDefault();
        state.selected.value = target;
      }}
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const place = Math.floor(((event.clientX - left) / width) * messages.length);
        state.openMessage(Math.min(messages.length - 1, Math.max(0, place)));
      }}
    />
  );
}

function describe(state: PageState, index: number): string {
  const found = state.thread.value.messages[index];
  if (found === undefined) return "No messages";
  const { name } = roleOf(found.message);
  return `Message ${index + 1}: ${name}, ${tokenText(found.tokens)} ${found.tokens === 1 ? "token" : "tokens"}, ${STATUS_NAMES[state.statusOf(index)]}`;
}

/** One line with the size of the session. */
export function sessionText(state: PageState): string {
  const { compactions, messages, models } = state.thread.value;
  const tokens = messages.reduce((sum, message) => sum + message.tokens, 0);
  const recorded = compactions.filter(({ origin }) => origin === "recorded").length;
  return [
    countText(messages.length, "message"),
    `${tokenText(tokens)} tokens`,
    recorded === 0 ? "no recorded compaction" : countText(recorded, "compaction"),
    ...(models.length === 0 ? [] : [models.join(", ")]),
    state.data.source,
  ].join(" · ");
}
