import { useCallback, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageRun } from "../src/page-data.ts";
import { countText, tokenText, visibleText } from "./display-text.ts";
import { CallLink } from "./call-link.tsx";
import { LongTable } from "./long-table.tsx";
import type { PageState } from "./state.ts";
import { repeatedTargets, type TokenTarget, tokenGroups } from "./token-tree.ts";
import { Treemap } from "./treemap.tsx";

/** Calls in the table of the heaviest. */
const HEAVIEST = 20;

/** Where the tokens of the session go, and what was repeated. */
export function TokensTab({ state }: { readonly state: PageState }): JSX.Element {
  const thread = state.thread.value;
  const { runs } = thread;
  const groups = useMemo(() => tokenGroups(thread), [thread]);
  const repeated = useMemo(() => repeatedTargets(groups, runs), [groups, runs]);
  const heaviest = useMemo(
    () => runs.toSorted((left, right) => right.tokens - left.tokens).slice(0, HEAVIEST),
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
          key={`${chosen.tool} ${chosen.name}`}
          caption={`${chosen.tool}: ${chosen.name}, ${countText(chosen.runs.length, "call")}`}
          runs={chosen.runs.flatMap((index) => runs[index] ?? [])}
          state={state}
        />
      )}
      <div class="tables">
        <Calls
          caption={`The heaviest ${countText(heaviest.length, "call")}`}
          runs={heaviest}
          state={state}
        />
        <LongTable
          caption={`Read or run more than once: ${countText(repeated.length, "target")}`}
          heads={["target", "calls", "tokens after the first"]}
          values={repeated}
          renderRow={(target) => (
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
          )}
        />
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
    <LongTable
      caption={caption}
      heads={["call", "tokens", "message"]}
      values={runs}
      renderRow={(run, index) => (
        <tr key={index}>
          <td>
            <CallLink run={run} message={run.result ?? run.call} state={state} />
          </td>
          <td class="figure">{tokenText(run.tokens)}</td>
          <td class="figure">{(run.result ?? run.call) + 1}</td>
        </tr>
      )}
    />
  );
}
