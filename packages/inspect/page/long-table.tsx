import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { countText, visibleText } from "./display-text.ts";

/** Rows that are shown at first. */
const FIRST = 20;

/** A table that shows its first rows, and the others if they are asked for. */
export function LongTable<Value>({
  caption,
  heads,
  renderRow,
  values,
}: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly values: readonly Value[];
  readonly renderRow: (value: Value, index: number) => JSX.Element;
}): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? values : values.slice(0, FIRST);
  return (
    <div>
      <table>
        <caption>{visibleText(caption)}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{shown.map((value, index) => renderRow(value, index))}</tbody>
      </table>
      {shown.length === values.length ? null : (
        <button
          type="button"
          onClick={() => {
            setWhole(true);
          }}
        >
          Show {countText(values.length - shown.length, "more row")}
        </button>
      )}
    </div>
  );
}
