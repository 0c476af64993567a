import type { JSX } from "preact";
import type { CompactionResult, PageCompaction, Repeat } from "../src/page-data.ts";
import { countText, resultTitle, tokenText, visibleText } from "./display-text.ts";
import { CallLink } from "./call-link.tsx";
import { LongTable } from "./long-table.tsx";
import type { PageState } from "./state.ts";

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

/** Texts that a result lost come first. */
function Needs({
  needs,
  results,
}: {
  readonly needs: PageCompaction["needs"];
  readonly results: Results;
}): JSX.Element {
  const keptBy = (index: number): number =>
    results.filter(({ kept }) => kept[index] === true).length;
  return (
    <LongTable
      caption={`Needed afterwards: ${countText(needs.length, "exact text")}`}
      heads={["text", "type", "from", "used after", ...results.map(({ name }) => name)]}
      values={[...needs.entries()].toSorted(([left], [right]) => keptBy(left) - keptBy(right))}
      renderRow={([index, { firstUse, origin, text, type }]) => (
        <tr key={index}>
          <td>
            <code>{visibleText(text)}</code>
          </td>
          <td>{type}</td>
          <td>{origin}</td>
          <td class="figure">{countText(firstUse + 1, "answer")}</td>
          {results.map(({ kept, name }) => (
            <Mark key={name} isGood={kept[index] === true} names={["kept", "lost"]} />
          ))}
        </tr>
      )}
    />
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
    <LongTable
      caption={`Read or run again: ${countText(repeats.length, "call")}`}
      heads={["call", "tokens", "same result", ...results.map(({ name }) => name)]}
      values={repeats.flatMap((repeat) => {
        const run = runs[repeat.run];
        return run === undefined ? [] : [{ repeat, run }];
      })}
      renderRow={({ repeat, run }, index) => (
        <tr key={index}>
          <td>
            <CallLink run={run} message={run.call} state={state} />
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
      )}
    />
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
