import { useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { CompactionResult, PageCompaction } from "../src/page-data.ts";
import { Cost } from "./cost.tsx";
import { costText, countText, resultTitle, tokenText } from "./display-text.ts";
import { MessageList } from "./message-list.tsx";
import { rowsOf } from "./message-rows.ts";
import { MessageView } from "./message-view.tsx";
import type { PageState, Replay } from "./state.ts";
import { SummaryText } from "./summary-text.tsx";

/** One compaction: the messages before it, what the model saw after it, and what that cost later. */
export function CompactionsTab({ state }: { readonly state: PageState }): JSX.Element {
  const compaction = state.compaction.value;
  const result = state.result.value;
  if (compaction === null) return <p class="notice">{noticeOf(state.replay.value)}</p>;
  return (
    <>
      <div class="controls">
        <Choice state={state} />
        <span class="dim">{factsOf(compaction)}</span>
      </div>
      {result === null ? (
        <p class="notice">
          {compaction.isDescribed
            ? "The text of this compaction is not in the file."
            : "Comparing the messages before and after …"}
        </p>
      ) : (
        <BeforeAndAfter
          key={`${state.threadIndex.value} ${state.compactionIndex.value} ${result.name}`}
          state={state}
          compaction={compaction}
          result={result}
        />
      )}
      {compaction.isDescribed ? <Cost state={state} compaction={compaction} /> : null}
    </>
  );
}

function noticeOf(replay: Replay | null): string {
  if (replay === null) return "This session has no recorded compaction.";
  if (replay.failure !== null) return `Nothing was compacted: ${replay.failure}`;
  if (replay.share < 1) return "Replaying the session …";
  return "No request needed a compaction in this window. Choose a smaller window.";
}

/** Buttons for the compaction and the result. */
function Choice({ state }: { readonly state: PageState }): JSX.Element {
  const compactions = state.compactions.value;
  const { results = [] } = state.compaction.value ?? {};
  const shown = state.result.value?.name;
  return (
    <>
      {compactions.length < 2 ? null : (
        <label>
          Compaction{" "}
          <select
            aria-label="Compaction"
            value={String(state.compactionIndex.value)}
            onChange={(event) => {
              state.openCompaction(Number(event.currentTarget.value));
            }}
          >
            {compactions.map(({ at }, index) => (
              <option key={index} value={String(index)}>
                ✂{index + 1}, before message {at + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="choice" role="group" aria-label="Result">
        {results.map(({ name, tokens }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === shown}
            onClick={() => {
              state.resultName.value = name;
            }}
          >
            {resultTitle(name, state.compaction.value)}: {tokenText(tokens)}
          </button>
        ))}
      </div>
    </>
  );
}

function factsOf(compaction: PageCompaction): string {
  const { before, cost, method, origin, tokensBefore, trigger } = compaction;
  const what =
    origin === "example" ? "an example, the file has no compaction" : `${method}, ${trigger}`;
  const size = `${what} · before: ${countText(before.length, "message")}, ${tokenText(tokensBefore)} tokens`;
  return cost === undefined ? size : `${size} · ${costText(cost)}`;
}

function BeforeAndAfter({
  compaction,
  result,
  state,
}: {
  readonly state: PageState;
  readonly compaction: PageCompaction;
  readonly result: CompactionResult;
}): JSX.Element {
  const [opened, setOpened] = useState<number | null>(null);
  const before = useMemo(() => rowsOf(compaction.before, state), [compaction, result, state]);
  const kept = useMemo(() => rowsOf(result.messages, state, true), [result, state]);
  const source = opened === null ? undefined : state.thread.value.messages[opened];
  const counts = countsOf(result.statuses);
  return (
    <div class="two">
      <section aria-label="Before">
        <h3>Before</h3>
        <p class="dim">{counts}</p>
        <MessageList
          id="before"
          label="Messages before the compaction"
          rows={before}
          selected={before.findIndex(({ index }) => index !== null && index === opened)}
          onSelect={(row) => {
            setOpened(before[row]?.index ?? null);
          }}
        />
        {source === undefined ? (
          <p class="dim">Select a message or a sentence of the summary to read its source.</p>
        ) : (
          <div class="source">
            <MessageView key={opened} message={source.message}>
              <button
                type="button"
                onClick={() => {
                  state.openMessage(opened ?? 0);
                }}
              >
                Open message {(opened ?? 0) + 1}
              </button>
            </MessageView>
          </div>
        )}
      </section>
      <section aria-label="After">
        <h3>After</h3>
        <p class="dim">
          {tokenText(result.tokens)} tokens
          {result.summary.length === 0
            ? ", without a readable summary"
            : `, ${summaryFacts(result)}`}
        </p>
        {result.summary.length === 0 ? null : (
          <SummaryText result={result} opened={opened} onOpen={setOpened} />
        )}
        <MessageList
          id="after"
          label="Messages that stay"
          rows={kept}
          selected={kept.findIndex(({ index }) => index !== null && index === opened)}
          onSelect={(row) => {
            setOpened(kept[row]?.index ?? null);
          }}
        />
      </section>
    </div>
  );
}

function countsOf(statuses: string): string {
  const count = (letter: string): number => statuses.split(letter).length - 1;
  return `Of all ${statuses.length} messages so far: ${count("v")} visible, ${count("c")} clipped, ${count("s")} summarized, ${count("g")} gone`;
}

function summaryFacts({ invented, summary }: CompactionResult): string {
  const sentences = summary.flat().filter(({ text }) => text.trim() !== "");
  const sourced = sentences.filter(({ source }) => source !== null).length;
  const marks = invented.length === 0 ? "nothing invented" : `${invented.length} invented ⚠`;
  return `${sourced} of ${countText(sentences.length, "sentence")} with a source, ${marks}`;
}
