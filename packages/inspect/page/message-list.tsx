import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Message } from "@cutpoint/core";
import type { Status } from "../src/page-data.ts";
import {
  previewOf,
  roleOf,
  STATUS_NAMES,
  STATUS_SHAPES,
  tokenText,
  numberText,
} from "./display-text.ts";
import { keyTarget } from "./key-target.ts";
import { observeSize } from "./observe-size.ts";

/** Height of a row in CSS pixels, as in the style sheet. */
const ROW = 28;
/** Rows outside the visible part. */
const MARGIN = 6;

/** A row: a message of the thread by index, or a new message of a view. */
export type Row = {
  /** `null` for a message that a compaction made. */
  readonly index: number | null;
  readonly message: Message;
  readonly tokens: number | null;
  readonly status: Status;
};

export type MessageListProps = {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly Row[];
  /** Position of the selected row. -1 for none. */
  readonly selected: number;
  readonly onSelect: (row: number) => void;
};

/** A list that creates only the rows in view. All rows have the same height. */
export function MessageList({
  id,
  label,
  onSelect,
  rows,
  selected,
}: MessageListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useLayoutEffect(
    () => observeSize(list.current, ({ clientHeight }) => setHeight(clientHeight)),
    [],
  );
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || selected < 0) return;
    const at = selected * ROW;
    if (at < element.scrollTop || at + ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = at - element.clientHeight / 2;
  }, [selected, rows]);
  const from = Math.max(0, Math.floor(top / ROW) - MARGIN);
  const to = Math.min(rows.length, Math.ceil((top + height) / ROW) + MARGIN);
  return (
    <div
      ref={list}
      id={id}
      class="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      style={{ maxHeight: `${rows.length * ROW + 2}px` }}
      aria-activedescendant={selected < 0 ? undefined : `${id}-${selected}`}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
      }}
      onKeyDown={(event) => {
        const target = rows.length === 0 ? null : keyTarget(event.key, selected, rows.length);
        if (target === null) return;
        event.preventDefault();
        onSelect(target);
      }}
    >
      <div style={{ height: `${rows.length * ROW}px` }}>
        <div style={{ transform: `translateY(${from * ROW}px)` }}>
          {rows.slice(from, to).map((row, offset) => (
            <ListRow
              key={from + offset}
              id={`${id}-${from + offset}`}
              row={row}
              place={{ position: from + offset + 1, count: rows.length }}
              isSelected={from + offset === selected}
              onSelect={() => {
                onSelect(from + offset);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function ListRow({
  id,
  isSelected,
  onSelect,
  place,
  row: { index, message, status, tokens },
}: {
  readonly id: string;
  readonly row: Row;
  readonly place: { readonly position: number; readonly count: number };
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}): JSX.Element {
  const { name, shape } = roleOf(message);
  return (
    <div
      id={id}
      role="option"
      class={`row state-${status}`}
      aria-selected={isSelected}
      aria-posinset={place.position}
      aria-setsize={place.count}
      onClick={onSelect}
    >
      <span class="number">{index === null ? "new" : numberText(index + 1)}</span>
      <span class={`role ${name}`} title={name}>
        {shape}
      </span>
      <span class="state" title={STATUS_NAMES[status]}>
        {STATUS_SHAPES[status]}
      </span>
      <span class="preview">{previewOf(message)}</span>
      <span class="number">{tokens === null ? "" : tokenText(tokens)}</span>
    </div>
  );
}
