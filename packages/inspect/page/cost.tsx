import type { JSX } from "preact";
import type { CompactionResult, PageCompaction, Repeat } from "../src/page-data.ts";
import { countText, resultTitle, tokenText, visibleText } from "./display-text.ts";
import type { PageState } from "./state.ts";

/** Rows that a table shows. */
const MOST = 100;

/** What the assistant needed, read or ran again after a compaction, and which result still had it. */
export function Cost({
  compaction,
  state,
}: {
  readonly compaction: PageCompaction;
  readonly state: PageState;
}): JSX.Element {
  const { needs, repeats, results } = compaction;
  return (
    <section class="cost" aria-label="What it cost">
      <h3>What it cost</h3>
      <ul class="verdicts">
        {results.map((result) => (
          <li key={result.name}>
            <b>{resultTitle(result.name, compaction)}</b>: {verdictOf(result, compaction, state)}
          </li>
        ))}
      </ul>
      <div class="tables">
        <Needs needs={needs} results={results} />
        <Repeats repeats={repeats} results={results} state={state} />
      </div>
    </section>
  );
}

function verdictOf(
  result: CompactionResult,
  { needs, repeats }: PageCompaction,
  { thread }: PageState,
): string {
  const kept = result.kept.filter(Boolean).length;
  const lost = repeats.filter((repeat) => !isVisible(result, repeat));
  const tokens = lost.reduce((sum, { run }) => sum + (thread.value.runs[run]?.tokens ?? 0), 0);
  const needed =
    needs.length === 0
      ? "no exact text was needed afterwards"
      : `keeps ${kept} of ${countText(needs.length, "exact text")} that the assistant used afterwards`;
  const again =
    repeats.length === 0
      ? "no call was repeated"
      : `${lost.length} of ${countText(repeats.length, "repeated call")} had lost the earlier result (${tokenText(tokens)} tokens)`;
  return `${needed}; ${again}.`;
}

/** Whether a result still shows the earlier result of a repeated call. */
function isVisible({ statuses }: CompactionResult, { earlier }: Repeat): boolean {
  return statuses[earlier] === "v";
}

type Results = readonly CompactionResult[];

function Needs({
  needs,
  results,
}: {
  readonly needs: PageCompaction["needs"];
  readonly results: Results;
}): JSX.Element {
  return (
    <table>
      <caption>Needed afterwards: {countText(needs.length, "exact text")}</caption>
      <thead>
        <tr>
          <th>text</th>
          <th>type</th>
          <th>from</th>
          <th>used after</th>
          <ResultHeads results={results} />
        </tr>
      </thead>
      <tbody>
        {needs.slice(0, MOST).map((need, index) => (
          <tr key={index}>
            <td>
              <code>{visibleText(need.text)}</code>
            </td>
            <td>{need.type}</td>
            <td>{need.origin}</td>
            <td class="figure">{countText(need.firstUse + 1, "answer")}</td>
            {results.map((result) => (
              <Mark
                key={result.name}
                isGood={result.kept[index] === true}
                names={["kept", "lost"]}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Repeats({
  repeats,
  results,
  state,
}: {
  readonly repeats: readonly Repeat[];
  readonly results: Results;
  readonly state: PageState;
}): JSX.Element {
  const { runs } = state.thread.value;
  return (
    <table>
      <caption>Read or run again: {countText(repeats.length, "call")}</caption>
      <thead>
        <tr>
          <th>call</th>
          <th>tokens</th>
          <th>same result</th>
          <ResultHeads results={results} />
        </tr>
      </thead>
      <tbody>
        {repeats.slice(0, MOST).map((repeat, index) => {
          const run = runs[repeat.run];
          if (run === undefined) return null;
          return (
            <tr key={index}>
              <td>
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    state.openMessage(run.call);
                  }}
                >
                  {visibleText(run.tool)} <code>{visibleText(run.target)}</code>
                </button>
              </td>
              <td class="figure">{tokenText(run.tokens)}</td>
              <td>{run.same ? "yes" : "no"}</td>
              {results.map((result) => (
                <Mark
                  key={result.name}
                  isGood={isVisible(result, repeat)}
                  names={["visible", "lost"]}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function ResultHeads({ results }: { readonly results: Results }): JSX.Element {
  return (
    <>
      {results.map(({ name }) => (
        <th key={name}>{name}</th>
      ))}
    </>
  );
}

function Mark({
  isGood,
  names: [good, bad],
}: {
  readonly isGood: boolean;
  readonly names: readonly [good: string, bad: string];
}): JSX.Element {
  return <td class={isGood ? "good" : "bad"}>{isGood ? `✓ ${good}` : `✗ ${bad}`}</td>;
}
