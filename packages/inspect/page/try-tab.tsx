import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { JSX } from "preact";
import type { ResultMessage } from "../src/page-data.ts";
import { METHODS, type MethodName } from "../src/methods.ts";
import { Choice, titlesOf } from "./choice.tsx";
import { countText, errorText, numberText, tokenText } from "./display-text.ts";
import type { Engine } from "./engine-client.ts";
import type { Trial } from "./engine-messages.ts";
import { MessageList } from "./message-list.tsx";
import { rowsOf } from "./message-rows.ts";
import type { PageState } from "./state.ts";
import { SummaryText } from "./summary-text.tsx";

/** Budgets in steps of the slider: 2 % to 80 % of the messages before. */
const BUDGETS = [2, 3, 4, 5, 7, 10, 14, 20, 28, 40, 57, 80] as const;
/** Shares of the budget for user text. The first one stands for the default of Cutpoint. */
const USER_SHARES = [null, 0, 5, 10, 25, 50] as const;

/** Sliders that compact the session anew in the browser. */
export function TryTab({
  engine,
  state,
}: {
  readonly state: PageState;
  readonly engine: Engine;
}): JSX.Element {
  const { messages } = state.thread.value;
  const { at, before, tokensBefore } = cutOf(state);
  const method = useSignal<MethodName>("cutpoint");
  const budget = useSignal(BUDGETS.indexOf(20));
  const userShare = useSignal(0);
  const verdict = useSignal("");
  const budgetTokens = Math.max(
    1,
    Math.round((tokensBefore * (BUDGETS[budget.value] ?? 20)) / 100),
  );
  const share = USER_SHARES[userShare.value] ?? null;
  useEffect(() => {
    verdict.value = "Computing …";
    const settings = {
      method: method.value,
      budgetTokens,
      keepUserTokens: share === null ? null : Math.round((budgetTokens * share) / 100),
    };
    const address = { thread: state.threadIndex.value, messages };
    engine.compact(address, { at, before, settings }).then(
      (trial) => {
        if (trial === null) return;
        verdict.value = verdictOf(trial);
        state.trial.value = trial.result;
      },
      (error: unknown) => {
        verdict.value = `No result: ${errorText(error)}`;
        state.trial.value = null;
      },
    );
  }, [messages, at, budgetTokens, share, method.value]);
  return (
    <>
      <div class="controls">
        <Choice
          label="Method"
          value={method.value}
          choices={titlesOf(METHODS)}
          onChange={(name) => {
            method.value = name;
          }}
        />
        <Slider
          label="Budget"
          steps={BUDGETS.length}
          value={budget}
          text={`${BUDGETS[budget.value]} % = ${numberText(budgetTokens)} tokens`}
        />
        {method.value === "cutpoint" ? (
          <Slider
            label="User text"
            steps={USER_SHARES.length}
            value={userShare}
            text={share === null ? "default share" : `${share} % of the budget`}
          />
        ) : null}
        <span class="dim">
          over the {countText(before.length, "message")} before message {at + 1},{" "}
          {tokenText(tokensBefore)} tokens
        </span>
      </div>
      <output class="dim" aria-label="Result">
        {verdict.value}
      </output>
      <Result state={state} />
    </>
  );
}

function Slider({
  label,
  steps,
  text,
  value,
}: {
  readonly label: string;
  readonly steps: number;
  readonly value: Signal<number>;
  readonly text: string;
}): JSX.Element {
  return (
    <label class="slider">
      {label}{" "}
      <input
        type="range"
        min={0}
        max={steps - 1}
        value={value.value}
        aria-valuetext={text}
        onInput={(event) => {
          value.value = Number(event.currentTarget.value);
        }}
      />{" "}
      {text}
    </label>
  );
}

/** Returns the selected compaction, or a cut at the end of a session without one. */
function cutOf(state: PageState): {
  readonly at: number;
  readonly before: readonly ResultMessage[];
  readonly tokensBefore: number;
} {
  const { messages } = state.thread.value;
  return (
    state.compaction.value ?? {
      at: messages.length,
      before: messages.map((_, index) => index),
      tokensBefore: messages.reduce((sum, { tokens }) => sum + tokens, 0),
    }
  );
}

function verdictOf({ milliseconds, needs, result }: Trial): string {
  const kept = result.kept.filter(Boolean).length;
  const needed =
    needs.length === 0 ? "" : `, keeps ${kept} of ${countText(needs.length, "needed text")}`;
  return `${numberText(result.tokens)} tokens${needed}, computed in ${numberText(milliseconds)} ms`;
}

function Result({ state }: { readonly state: PageState }): JSX.Element | null {
  const result = state.trial.value;
  const rows = useMemo(
    () => (result === null ? [] : rowsOf(result.messages, state, true)),
    [result, state],
  );
  if (result === null) return null;
  return (
    <div class="two">
      <section aria-label="Summary">
        {result.summary.length === 0 ? (
          <p class="dim">No summary.</p>
        ) : (
          <SummaryText
            result={result}
            opened={null}
            onOpen={(source) => {
              state.openMessage(source);
            }}
          />
        )}
      </section>
      <section aria-label="Messages that stay">
        <MessageList
          id="stay"
          label="Messages that stay"
          rows={rows}
          selected={-1}
          onSelect={(row) => {
            const index = rows[row]?.index ?? null;
            if (index !== null) state.openMessage(index);
          }}
        />
      </section>
    </div>
  );
}
