import { type Item, textOf } from "@cutpoint/core";
import type { Steps, ToolRun } from "@cutpoint/core/kit";
import { replacedTexts } from "../read/call-lines.ts";
import { RUNNER_LINE } from "../read/commands.ts";
import { quotedName } from "../read/quoted-name.ts";
import { ASSISTANT, roleLabel, USER } from "../read/lines.ts";
import { LINE_MARK, linesNotIn, plainLine, sentencesOf, shortLine } from "../read/sentences.ts";

/** Longer texts are no values, in characters. */
const MOST_CHARACTERS = 120;
/** More values are rarely needed. */
const MOST_VALUES = 6;

/**
 * Returns values that replace one which `shown` or an earlier call contains, newest last: edited lines and lines of files
 * that were read again, with the old one, and the newest outcome of a command that is shown.
 */
export function* renewedValues(runs: readonly ToolRun[], shown: string): Steps<readonly string[]> {
  const renewed = new Map<string, string>();
  const known = new Map<string, string>();
  const read = new Map<string, Lines>();
  for (const run of runs) {
    yield;
    for (const [key, before, after] of rereadValues(run, read, shown)) {
      renewed.delete(key);
      renewed.set(key, `${key}: ${after} (was ${before})`);
    }
    for (const [key, before, after] of valuesOf(run)) {
      const isKnown =
        before === null
          ? shown.includes(run.command ?? key)
          : shown.includes(before) || known.get(key) === before;
      const isSame = known.get(key) === after;
      known.delete(key);
      known.set(key, after);
      if (!isKnown || isSame) continue;
      renewed.delete(key);
      renewed.set(key, before === null ? `${key} → ${after}` : `${key}: ${after} (was ${before})`);
    }
  }
  return [...renewed.values()].slice(-MOST_VALUES);
}

/** Returns the one line of a file that differs from when it was read before, or from what is shown of it. */
function rereadValues(
  { call, failed, kind, path, result }: ToolRun,
  read: Map<string, Lines>,
  shown: string,
): readonly (readonly [key: string, before: string, after: string])[] {
  if (failed || kind !== "read" || path === undefined || result === null) return [];
  const text = textOf(result).slice(0, MOST_FILE_CHARACTERS);
  const lines = linesOf(text);
  const earlier = read.get(call.arguments) ?? linesOf(shownOf(path, shown, text));
  read.set(call.arguments, lines);
  const newLines = Map.groupBy(linesNotIn(lines, earlier), nameOf);
  const pairs = linesNotIn(earlier, lines).flatMap((before) => {
    const [after, ...others] = newLines.get(nameOf(before)) ?? [];
    return after === undefined || others.length > 0
      ? []
      : [[quotedName(path), before, after] as const];
  });
  return pairs.length === 1 ? pairs : [];
}

/** Longer files rarely change in one line, in UTF-16 units. */
const MOST_FILE_CHARACTERS = 20_000;

/** Returns what is quoted of a file, one line each, without lines of `text`. Adjacent lines are quoted as one. */
function shownOf(path: string, shown: string, text: string): string {
  const entries = shown.split("\n").flatMap((entry) => {
    const place = entry.indexOf(path);
    return place === -1 ? [] : entry.slice(place + path.length).split(/ […→] |^`?: /u);
  });
  return text
    .split("\n")
    .map((line) => ` ${unnumberedLine(line)} `)
    .reduce((rest, line) => rest.replaceAll(line, " \n "), ` ${entries.join(" \n ")} `);
}

/** Returns what stays of a line if its value changes: its start up to `=`, `:` or "is", or all but its numbers. */
function nameOf(line: string): string {
  const named = /^(.{2,60}?(?:\s*[:=]|\s+is))\s+\S/u.exec(line)?.[1];
  return named ?? maskOf(line);
}

/** More statements are rarely of one thing. */
const MOST_STATEMENTS = 2;

/** Returns the newest statements that differ from a shown one in their only number, newest last. */
export function* restatedValues(items: readonly Item[], shown: string): Steps<readonly string[]> {
  const old = new Map<string, string>();
  for (const entry of shown.split("\n"))
    for (const part of plainLine(entry).split(/ […→] |^(?:user|assistant): /u))
      for (const sentence of statementsOf(part)) old.set(maskOf(sentence), sentence);
  if (old.size === 0) return [];
  const newest = new Map<string, string>();
  for (const { message } of items) {
    yield;
    const label = roleLabel(message);
    if (label !== USER && label !== ASSISTANT) continue;
    for (const sentence of statementsOf(textOf(message))) {
      const mask = maskOf(sentence);
      if (!old.has(mask)) continue;
      newest.delete(mask);
      if (old.get(mask) !== sentence) newest.set(mask, label + sentence);
    }
  }
  return [...newest.values()].slice(-MOST_STATEMENTS);
}

/** Returns short sentences with one number. */
function statementsOf(text: string): readonly string[] {
  return sentencesOf(text)
    .map(plainLine)
    .filter(
      (sentence) =>
        sentence.length <= MOST_CHARACTERS &&
        sentence.match(/\p{N}+(?:[.,]\p{N}+)*/gu)?.length === 1 &&
        /\p{L}[^\p{L}]+\p{L}+[^\p{L}]+\p{L}+[^\p{L}]/u.test(sentence),
    );
}

function maskOf(sentence: string): string {
  return sentence.replace(/\p{N}+(?:[.,]\p{N}+)*/gu, "#");
}

/** A key, the value that is replaced if the call contains it, and the new value. */
type Value = readonly [key: string, before: string | null, after: string];

function valuesOf(run: ToolRun): readonly Value[] {
  if (run.failed) return [];
  if (run.path !== undefined)
    return replacedTexts(run).flatMap((texts) => {
      const [before, after] = [linesOf(texts[0]), linesOf(texts[1])];
      const [old, now] = [linesNotIn(before, after), linesNotIn(after, before)];
      const isValue = old.length === 1 && now.length === 1;
      return isValue ? [[quotedName(run.path ?? ""), old[0] ?? "", now[0] ?? ""] as const] : [];
    });
  const { command, result } = run;
  if (command === undefined || result === null || command.length > MOST_CHARACTERS) return [];
  const line = textOf(result)
    .slice(-4_000)
    .split("\n")
    .map(plainLine)
    .findLast((each) => /\p{N}/u.test(each.replace(LINE_NUMBER, "")) && !RUNNER_LINE.test(each));
  return line === undefined ? [] : [[quotedName(command), null, shortLine(line, MOST_CHARACTERS)]];
}

/** The number of a line in the output of a search or at the start of a part of a diff. */
const LINE_NUMBER = /^@@ .*|^(?:[^\s:]+:)?\d+[:-]/u;

/** The short plain lines of a text. */
type Lines = readonly string[];

function linesOf(text: string): Lines {
  const lines = text.split("\n").map(unnumberedLine);
  return lines.filter((line) => line !== "" && line.length <= MOST_CHARACTERS);
}

/** Returns a plain line without the number that a file viewer adds. */
function unnumberedLine(line: string): string {
  return plainLine(line.trim().replace(LINE_MARK, ""));
}
