import type { JSX } from "preact";
import type { Engine } from "./engine-client.ts";
import { CompactionsTab } from "./compactions-tab.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { ReplayBar } from "./replay-bar.tsx";
import { type PageState, TABS } from "./state.ts";
import { sessionText, Strip } from "./strip.tsx";
import { visibleText } from "./display-text.ts";
import { RequestTab } from "./request-tab.tsx";
import { TokensTab } from "./tokens-tab.tsx";
import { TryTab } from "./try-tab.tsx";
import { useDescriptions } from "./use-descriptions.ts";
import { theme, toggleTheme } from "./theme.ts";

/** The page of a session. `onClose` returns to the start of the playground. */
export function App({
  engine,
  onClose,
  state,
}: {
  readonly state: PageState;
  readonly engine: Engine;
  readonly onClose?: () => void;
}): JSX.Element {
  useDescriptions(state, engine);
  const { problems, redacted, threads, title } = state.data;
  return (
    <>
      <header class="top">
        <div>
          <h1>{visibleText(title)}</h1>
          <p class="dim">
            {visibleText(sessionText(state))}
            {redacted ? " · secrets redacted" : ""}
            {problems.length === 0 ? "" : ` · not understood: ${visibleText(problems.join(", "))}`}
          </p>
        </div>
        <div class="controls">
          {threads.length < 2 ? null : (
            <select
              aria-label="Conversation"
              value={String(state.threadIndex.value)}
              onChange={(event) => {
                state.openThread(Number(event.currentTarget.value));
              }}
            >
              {threads.map(({ id, messages, title: name }, index) => (
                <option key={id} value={String(index)}>
                  {visibleText(name)} ({messages.length})
                </option>
              ))}
            </select>
          )}
          {onClose === undefined ? null : (
            <button type="button" onClick={onClose}>
              Open another session
            </button>
          )}
          <ThemeButton />
        </div>
      </header>
      <ReplayBar state={state} engine={engine} />
      <Strip state={state} />
      <Tabs state={state} />
      <div id="panel" role="tabpanel" aria-label={state.tab.value}>
        <Panel state={state} engine={engine} />
      </div>
    </>
  );
}

export function ThemeButton(): JSX.Element {
  return (
    <button type="button" onClick={toggleTheme}>
      {theme.value === "dark" ? "☀ Light" : "☾ Dark"}
    </button>
  );
}

function Panel({
  engine,
  state,
}: {
  readonly state: PageState;
  readonly engine: Engine;
}): JSX.Element {
  switch (state.tab.value) {
    case "Compactions":
      return <CompactionsTab state={state} />;
    case "Messages":
      return <MessagesTab state={state} />;
    case "Tokens":
      return <TokensTab key={state.threadIndex.value} state={state} />;
    case "Request":
      return <RequestTab state={state} />;
    case "Try it":
      return <TryTab state={state} engine={engine} />;
  }
}

function Tabs({ state }: { readonly state: PageState }): JSX.Element {
  const selected = state.tab.value;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = TABS[(TABS.indexOf(selected) + step + TABS.length) % TABS.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    state.tab.value = next;
    document.getElementById(`tab-${TABS.indexOf(next)}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" onKeyDown={onKeyDown}>
      {TABS.map((tab, index) => (
        <button
          key={tab}
          id={`tab-${index}`}
          type="button"
          role="tab"
          aria-selected={tab === selected}
          aria-controls="panel"
          tabIndex={tab === selected ? 0 : -1}
          onClick={() => {
            state.tab.value = tab;
          }}
        >
          {tab}
        </button>
      ))}
    </div>
  );
}
