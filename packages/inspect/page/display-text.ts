import { type CompactionCost, type Message, textOf, toolCalls } from "@cutpoint/core";
import type { PageCompaction, Status } from "../src/page-data.ts";

/** Characters that could hide text or change its direction. */
const INVISIBLE = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/** Replaces invisible characters by visible ones. Line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(INVISIBLE, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}

/** Longest preview, in UTF-16 units. */
const PREVIEW = 200;

/** Returns the start of a message on one line. */
export function previewOf(message: Message): string {
  const calls = toolCalls(message).map(
    (call) => `${call.name} ${call.arguments.slice(0, PREVIEW)}`,
  );
  const text = [textOf(message).slice(0, 2 * PREVIEW), ...calls].filter((each) => each !== "");
  const line = visibleText(text.join(" · ").slice(0, 2 * PREVIEW))
    .replaceAll(/\s+/gu, " ")
    .trim();
  return line === "" ? otherPreview(message) : line.slice(0, PREVIEW);
}

function otherPreview(message: Message): string {
  const types = new Set<string>(message.parts.map(({ type }) => type));
  return types.size === 0 ? "(empty)" : `(${[...types].join(", ")})`;
}

/** Name, shape and style of a role. The shape distinguishes roles without color. */
export type RoleStyle = {
  readonly name: "system" | "user" | "app" | "summary" | "assistant" | "tool";
  readonly shape: string;
};

const SHAPES = {
  system: "◆",
  user: "▲",
  app: "△",
  summary: "✂",
  assistant: "●",
  tool: "■",
} as const;

export function roleOf(message: Message): RoleStyle {
  const name = roleName(message);
  return { name, shape: SHAPES[name] };
}

function roleName(message: Message): RoleStyle["name"] {
  if (message.role !== "user") return message.role;
  if (message.provenance === "summary") return "summary";
  return message.provenance === "user" ? "user" : "app";
}

export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  v: "visible",
  c: "clipped",
  s: "summarized",
  g: "gone",
};

export const STATUS_SHAPES: Readonly<Record<Status, string>> = { v: "█", c: "▒", s: "≡", g: "·" };

const NUMBER = new Intl.NumberFormat("en");

export function numberText(value: number): string {
  return NUMBER.format(Math.round(value));
}

/** Writes tokens short: `812`, `8.1 k`, `1.2 M`. */
export function tokenText(tokens: number): string {
  if (tokens < 1_000) return String(Math.round(tokens));
  if (tokens < 999_500) return `${(tokens / 1_000).toFixed(tokens < 9_950 ? 1 : 0)} k`;
  return `${(tokens / 1_000_000).toFixed(1)} M`;
}

/** Writes a count with its noun: `1 call`, `2 calls`. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Writes what a compaction cost. */
export function costText({
  dollars,
  rewrittenTokens,
  summaryCalls,
  summaryUsage: { cacheReadTokens, inputTokens, outputTokens },
}: CompactionCost): string {
  const input = `${tokenText(inputTokens)} tokens in (${tokenText(cacheReadTokens)} from the cache)`;
  return [
    `rewrote ${tokenText(rewrittenTokens)} tokens`,
    countText(summaryCalls, "summary call"),
    ...(summaryCalls === 0 ? [] : [`${input}, ${tokenText(outputTokens)} out`]),
    ...(dollars === null ? [] : [`$${dollars}`]),
  ].join(" · ");
}

/** Returns the message of an error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Names a result of a compaction. */
export function resultTitle(name: string, compaction: PageCompaction | null): string {
  if (name === "recorded") return "The recorded compaction";
  return compaction?.origin === "recorded" ? "Cutpoint, same budget" : "Cutpoint";
}
