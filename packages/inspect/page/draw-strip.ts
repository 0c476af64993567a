import type { Message } from "@cutpoint/core";
import type { PageMessage, Status } from "../src/page-data.ts";
import { roleOf, type RoleStyle } from "./display-text.ts";

/** Heights in CSS pixels: answers and requests above the line, tool results below it, then four rows of states. */
const STRIP = { above: 62, below: 46, row: 4 } as const;
const STATES: readonly Status[] = ["v", "c", "s", "g"];
/** Brightness of each state. The rows below show it by position. */
const OPACITY: Readonly<Record<Status, number>> = { v: 1, c: 0.7, s: 0.38, g: 0.16 };

export type StripContent = {
  readonly messages: readonly PageMessage[];
  readonly statusOf: (index: number) => Status;
  readonly selected: number;
};

/** Bars that share one column of pixels. */
type Column = { up: number; upRole: RoleStyle["name"]; down: number; readonly states: Set<Status> };

/** Draws one bar for each message, or the largest ones if several share a column. */
export function drawStrip(canvas: HTMLCanvasElement, content: StripContent): void {
  const context = canvas.getContext("2d");
  const width = canvas.clientWidth;
  const height = stripHeight();
  if (context === null || width === 0) return;
  const ratio = globalThis.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(`--${name}`);
  const columns = columnsOf(content, Math.min(width, content.messages.length));
  const step = width / columns.length;
  const bar = Math.max(step - (step > 4 ? 1 : 0), 1);
  const most = content.messages.reduce(
    (most, { message, tokens }) => (message.role === "system" ? most : Math.max(most, tokens)),
    1,
  );
  const scale = (tokens: number, room: number): number =>
    tokens === 0 ? 0 : Math.max(2, Math.sqrt(Math.min(1, tokens / most)) * (room - 2));
  for (const [index, column] of columns.entries()) {
    const x = index * step;
    const state = STATES.find((each) => column.states.has(each)) ?? "v";
    context.globalAlpha = OPACITY[state];
    const up = scale(column.up, STRIP.above);
    context.fillStyle = color(column.upRole);
    context.fillRect(x, STRIP.above - up, bar, up);
    if (column.upRole === "user") context.fillRect(x, 0, bar, 3);
    context.fillStyle = color("tool");
    context.fillRect(x, STRIP.above + 1, bar, scale(column.down, STRIP.below));
    context.globalAlpha = 1;
    context.fillStyle = color("ink");
    for (const each of column.states)
      context.fillRect(x, STRIP.above + STRIP.below + STATES.indexOf(each) * STRIP.row, bar, 3);
  }
  context.fillStyle = color("accent");
  const place = ((content.selected + 0.5) / content.messages.length) * width;
  context.fillRect(place - 1, 0, 2, height);
}

export function stripHeight(): number {
  return STRIP.above + STRIP.below + STATES.length * STRIP.row;
}

function columnsOf({ messages, statusOf }: StripContent, count: number): readonly Column[] {
  const columns = Array.from({ length: count }, (): Column => ({
    up: 0,
    upRole: "assistant",
    down: 0,
    states: new Set(),
  }));
  for (const [index, { message, tokens }] of messages.entries()) {
    const column = columns[Math.floor((index * count) / messages.length)];
    if (column === undefined) continue;
    column.states.add(statusOf(index));
    if (message.role === "tool") column.down = Math.max(column.down, tokens);
    else if (tokens > column.up || isPerson(message)) {
      // A request of the user is rare, so it decides the color of its column.
      if (column.upRole !== "user") column.upRole = roleOf(message).name;
      column.up = Math.max(column.up, tokens);
    }
  }
  return columns;
}

function isPerson(message: Message): boolean {
  return message.role === "user" && message.provenance === "user";
}
