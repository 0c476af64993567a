import { LONGEST_LINE } from "./message-text.ts";
import type { Anchor } from "./anchor.ts";
import type { Cut } from "./cut.ts";
import { isCommonName } from "./common-names.ts";
import type { Reading } from "./reading.ts";

/** Assistant messages after a cut that are considered. */
const LOOKAHEAD = 60;
/** The weight of a need is halved after this many assistant messages. */
const HALF_LIFE = 10;
/** A word in more messages of the history is not rare. */
const RARE = 5;

/** Role of the message in which a text first occurred. */
export type Origin = "user" | "assistant" | "tool";

/** A text that the assistant used after the cut without seeing it again first. */
export type Need = {
  /** Assistant messages between the cut and the first use. */
  readonly firstUse: number;
  /** Weight in the weighted measure: 0.5^(firstUse / 10). */
  readonly weight: number;
};

export type NeededAnchor = Need &
  Anchor & {
    readonly origin: Origin;
    /** Number of messages of the history that contain it. */
    readonly seenIn: number;
  };

export type NeededWord = Need & { readonly word: string };

/** Indices of two needed anchors that are used in one later message and are on one line of the history. */
export type NeededPair = readonly [left: number, right: number];

/** What the future of a cut needs from the history. */
export type Needs = {
  readonly anchors: readonly NeededAnchor[];
  readonly pairs: readonly NeededPair[];
  readonly words: readonly NeededWord[];
  /** Of a chat: indices of the messages that answer its questions. */
  readonly evidence: readonly number[];
};

export function needsOf(reading: Reading, cut: Cut): Needs {
  const later = assistantsAfter(reading, cut);
  const found = new Map<
    string,
    NeededAnchor & { readonly uses: number[]; readonly lines: readonly number[] }
  >();
  const refused = new Set<string>();
  for (const [turn, message] of later.entries())
    for (const anchor of reading.anchors(message)) {
      const known = found.get(anchor.text);
      if (known !== undefined) {
        known.uses.push(turn);
        continue;
      }
      if (refused.has(anchor.text)) continue;
      const need =
        isCommonName(anchor.text) || reading.toolNames.has(anchor.text)
          ? null
          : neededAnchor(reading, cut, { turn, message }, anchor);
      if (need === null) refused.add(anchor.text);
      else found.set(anchor.text, need);
    }
  const anchors = [...found.values()];
  return {
    anchors: anchors.map(({ uses: _uses, lines: _lines, ...need }) => need),
    pairs: pairsOf(anchors),
    words: neededWords(reading, cut, later),
    evidence: [
      ...new Set(
        reading.transcript.questions
          .flatMap(({ evidence }) => evidence)
          .filter((place) => place < cut.at),
      ),
    ],
  };
}

function assistantsAfter({ transcript }: Reading, { at }: Cut): readonly number[] {
  const places: number[] = [];
  for (let index = at; index < transcript.messages.length && places.length < LOOKAHEAD; index += 1)
    if (transcript.messages[index]?.role === "assistant") places.push(index);
  return places;
}

/** @param use the assistant message that uses the anchor first: position after the cut, and index */
function neededAnchor(
  reading: Reading,
  cut: Cut,
  use: { readonly turn: number; readonly message: number },
  anchor: Anchor,
): (NeededAnchor & { readonly uses: number[]; readonly lines: readonly number[] }) | null {
  const lines = new Set<number>();
  const seen = new Set<number>();
  let origin: Origin | null = null;
  for (const offset of reading.index.find(anchor.text)) {
    const { message, role } = reading.stretchAt(offset);
    if (role === "system") return null;
    if (message >= use.message) break;
    if (message >= cut.at) {
      if (role !== "assistant") return null;
      continue;
    }
    if (role === "shown") continue;
    origin ??= role;
    seen.add(message);
    const line = reading.index.lineAt(offset);
    if (reading.index.lineLength(line) <= LONGEST_LINE) lines.add(line);
  }
  if (origin === null) return null;
  return {
    ...anchor,
    ...needAt(use.turn),
    origin,
    seenIn: seen.size,
    uses: [use.turn],
    lines: [...lines],
  };
}

function needAt(firstUse: number): Need {
  return { firstUse, weight: 0.5 ** (firstUse / HALF_LIFE) };
}

function pairsOf(
  anchors: readonly (Anchor & {
    readonly uses: readonly number[];
    readonly lines: readonly number[];
  })[],
): readonly NeededPair[] {
  const byLine = new Map<number, number[]>();
  for (const [index, { lines }] of anchors.entries())
    for (const line of lines) byLine.set(line, [...(byLine.get(line) ?? []), index]);
  const pairs = new Map<string, NeededPair>();
  for (const together of byLine.values())
    for (const [place, left] of together.entries())
      for (const right of together.slice(place + 1)) {
        const key = `${left} ${right}`;
        const first = anchors[left];
        const second = anchors[right];
        if (pairs.has(key) || first === undefined || second === undefined) continue;
        if (first.text.includes(second.text) || second.text.includes(first.text)) continue;
        if (first.uses.some((use) => second.uses.includes(use))) pairs.set(key, [left, right]);
      }
  return [...pairs.values()];
}

function neededWords(reading: Reading, cut: Cut, later: readonly number[]): readonly NeededWord[] {
  const turnOf = new Map(later.map((message, turn) => [message, turn]));
  const needed: NeededWord[] = [];
  for (const [word, places] of reading.words) {
    const turn = wordUse(reading, cut, places, turnOf);
    if (turn !== null) needed.push({ word, ...needAt(turn) });
  }
  return needed;
}

/** Returns the position after the cut of the assistant message that first uses a rare word. */
function wordUse(
  { stretches }: Reading,
  cut: Cut,
  places: readonly number[],
  turnOf: ReadonlyMap<number, number>,
): number | null {
  let before = 0;
  for (const place of places) {
    const stretch = stretches[place];
    if (stretch === undefined || stretch.role === "system") return null;
    const { message, role } = stretch;
    if (message < cut.at) {
      before += role === "shown" ? 0 : 1;
      if (before > RARE) return null;
    } else if (before === 0 || role !== "assistant") return null;
    else return turnOf.get(message) ?? null;
  }
  return null;
}
