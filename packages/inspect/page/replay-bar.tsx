import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import { POLICIES, type ReplaySettings, SUMMARIZERS } from "../src/replay-choices.ts";
import type { Engine } from "./engine-client.ts";
import { countText, errorText, numberText, tokenText, visibleText } from "./display-text.ts";
import type { RequestCosts } from "../src/request-costs.ts";
import { Choice, titlesOf } from "./choice.tsx";
import { EMPTY_REPLAY, type PageState, type Replay } from "./state.ts";
import { suggestWindow, WINDOWS } from "./suggest-window.ts";

/** Chooses the compactions of the file, or those that Cutpoint would make in a window. */
export function ReplayBar({
  engine,
  state,
}: {
  readonly state: PageState;
  readonly engine: Engine;
}): JSX.Element {
  const settings = state.replaySettings.value;
  const { compactions, messages } = state.thread.value;
  useReplay(state, engine);
  const change = (changes: Partial<ReplaySettings>): void => {
    state.replaySettings.value = {
      ...(settings ?? {
        windowTokens: suggestWindow(messages),
        policy: "default",
        summarizer: "extractive",
      }),
      ...changes,
    };
  };
  return (
    <section class="replay" aria-label="Replay">
      <div class="controls">
        {compactions.length === 0 ? null : (
          <div class="choice" role="group" aria-label="Compactions">
            <button
              type="button"
              aria-pressed={settings === null}
              onClick={() => {
                state.replaySettings.value = null;
              }}
            >
              {compactions[0]?.origin === "example" ? "Example" : "As recorded"}
            </button>
            <button
              type="button"
              aria-pressed={settings !== null}
              onClick={() => {
                change({});
              }}
            >
              Replay with Cutpoint
            </button>
          </div>
        )}
        {settings === null ? null : <Settings settings={settings} onChange={change} />}
      </div>
      {settings === null ? null : (
        <Figures replay={state.replay.value ?? EMPTY_REPLAY} windowTokens={settings.windowTokens} />
      )}
    </section>
  );
}

function Settings({
  onChange,
  settings,
}: {
  readonly settings: ReplaySettings;
  readonly onChange: (changes: Partial<ReplaySettings>) => void;
}): JSX.Element {
  return (
    <>
      <Choice
        label="Window"
        value={settings.windowTokens}
        choices={WINDOWS.map((window) => [window, `${numberText(window)} tokens`])}
        onChange={(windowTokens) => {
          onChange({ windowTokens });
        }}
      />
      <Choice
        label="Policy"
        value={settings.policy}
        choices={titlesOf(POLICIES)}
        onChange={(policy) => {
          onChange({ policy });
        }}
      />
      <Choice
        label="Summary"
        value={settings.summarizer}
        choices={titlesOf(SUMMARIZERS)}
        onChange={(summarizer) => {
          onChange({ summarizer });
        }}
      />
    </>
  );
}

/** Replays the thread when it or a setting changes. */
function useReplay(state: PageState, engine: Engine): void {
  const { replay, replaySettings, thread, threadIndex } = state;
  const settings = replaySettings.value;
  const { messages } = thread.value;
  useEffect(() => {
    if (settings === null) {
      if (replay.value === null) return;
      replay.value = null;
      state.openCompaction(thread.value.compactions.length - 1);
      return;
    }
    let isNewest = true;
    const update = (change: (before: Replay) => Partial<Replay>): void => {
      if (isNewest)
        replay.value = {
          ...(replay.value ?? EMPTY_REPLAY),
          ...change(replay.value ?? EMPTY_REPLAY),
        };
    };
    replay.value = EMPTY_REPLAY;
    state.openCompaction(0);
    engine
      .replay({ thread: threadIndex.value, messages }, settings, ({ compactions, ...progress }) => {
        update((before) => ({
          ...progress,
          compactions: [...before.compactions, ...compactions],
        }));
      })
      .then(
        () => {
          update(() => ({ share: 1 }));
          if (isNewest && state.compactionIndex.value === 0)
            state.openCompaction((replay.value?.compactions.length ?? 0) - 1);
        },
        (error: unknown) => {
          update(() => ({
            share: 1,
            failure: errorText(error),
          }));
        },
      );
    return () => {
      isNewest = false;
    };
  }, [settings, messages, state]);
}

/** The number of compactions, and the size and cost of the requests. */
function Figures({
  replay: { costs, failure, share },
  windowTokens,
}: {
  readonly replay: Replay;
  readonly windowTokens: number;
}): JSX.Element {
  return (
    <output class="figures" aria-label="Requests">
      {costs === null ? null : <Costs costs={costs} windowTokens={windowTokens} />}
      {share === 1 ? null : <progress aria-label="Replayed" value={share} />}
      {failure === null ? null : (
        <span class="bad">A compaction failed: {visibleText(failure)}</span>
      )}
    </output>
  );
}

function Costs({
  costs: { compactions, cost, costWithout, largestTokens, requests, tooLarge },
  windowTokens,
}: {
  readonly costs: RequestCosts;
  readonly windowTokens: number;
}): JSX.Element {
  return (
    <>
      <span>
        <b>{countText(compactions, "compaction")}</b> in {countText(requests, "request")}
      </span>
      <span>
        largest request <b>{tokenText(largestTokens)}</b> of {tokenText(windowTokens)} tokens
      </span>
      <span>
        <b>{numberText(tooLarge)}</b> would not fit without compaction
      </span>
      <span title="In uncached input tokens: a token from the cache counts 0.1, one written to the cache 1.25.">
        input cost <b>{tokenText(cost)}</b>, without compaction {tokenText(costWithout)}
      </span>
    </>
  );
}
