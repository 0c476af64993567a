import { useCallback, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageRun } from "../src/page-data.ts";
import { countText, tokenText, visibleText } from "./display-text.ts";
import type { PageState } from "./state.ts";
import { repeatedTargets, type TokenTarget, tokenGroups } from "./token-tree.ts";
import { Treemap } from "./treemap.tsx";

/** Rows of a table. */
const MOST = 20;

/** Where the tokens of the session go, and what was repeated. */
export function TokensTab({ state }: { readonly state: PageState }): JSX.Element {
  const thread = state.thread.value;
  const { runs } = thread;
  const groups = useMemo(() => tokenGroups(thread), [thread]);
  const repeated = useMemo(() => repeatedTargets(groups, runs), [groups, runs]);
  const heaviest = useMemo(
    () => runs.toSorted((left, right) => right.tokens - left.tokens).slice(0, MOST),
    [runs],
  );
  const callTokens = useCallback((run: number) => runs[run]?.tokens ?? 0, [runs]);
  const [chosen, setChosen] = useState<TokenTarget | null>(null);
  return (
    <>
      <Treemap groups={groups} callTokens={callTokens} chosen={chosen} onChoose={setChosen} />
      {chosen === null ? (
        <p class="dim">Select an area to see its calls.</p>
      ) : (
        <Calls
          caption={`${chosen.tool}: ${chosen.name}, ${countText(chosen.runs.length, "call")}`}
          runs={chosen.runs.slice(0, 5 * MOST).flatMap((index) => runs[index] ?? [])}
          state={state}
        />
      )}
      <div class="tables">
        <Calls
          caption={`The heaviest ${countText(heaviest.length, "call")}`}
          runs={heaviest}
          state={state}
        />
        <table>
          <caption>Read or run more than once: {countText(repeated.length, "target")}</caption>
          <thead>
            <tr>
              <th>target</th>
              <th>calls</th>
              <th>tokens after the first</th>
            </tr>
          </thead>
          <tbody>
            {repeated.slice(0, MOST).map((target) => (
              <tr key={`${target.tool} ${target.name}`}>
                <td>
                  <button
                    type="button"
                    class="link"
                    onClick={() => {
                      setChosen(target);
                    }}
                  >
                    {visibleText(target.tool)} <code>{visibleText(target.name)}</code>
                  </button>
                </td>
                <td class="figure">{target.runs.length}</td>
                <td class="figure">{tokenText(target.again)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Calls({
  caption,
  runs,
  state,
}: {
  readonly caption: string;
  readonly runs: readonly PageRun[];
  readonly state: PageState;
}): JSX.Element {
  return (
    <table>
      <caption>{visibleText(caption)}</caption>
      <thead>
        <tr>
          <th>call</th>
          <th>tokens</th>
          <th>message</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run, index) => (
          <tr key={index}>
            <td>
              <button
                type="button"
                class="link"
                onClick={() => {
                  state.openMessage(run.result ?? run.call);
                }}
              >
                {visibleText(run.tool)} <code>{visibleText(run.target)}</code>
              </button>
            </td>
            <td class="figure">{tokenText(run.tokens)}</td>
            <td class="figure">{(run.result ?? run.call) + 1}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
